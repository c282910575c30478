// Only the first warp stores: the last thread of the launch never does.
__global__ void store(const float *x, float *__restrict__ out, long long columns, size_t row, size_t plane) {
  const int lane = threadIdx.y * 32 + threadIdx.x;
  const int column = blockIdx.x * 32 + lane;
  if (lane >= 32 || column >= columns) return;
  float *base = (float *)((char *)out + blockIdx.y * row + blockIdx.z * plane);
  base[column] = x[column] + blockIdx.y;  // race: 7
}

void run(const float *x, float *out, long long columns, size_t row, size_t plane, int blocks, int rows, int planes) {
  store<<<dim3(blocks, rows, planes), dim3(32, 8)>>>(x, out, columns, row, plane);
}
