__global__ void fill(float *data, const int *start) {
  __shared__ float *rows[2];
  if (threadIdx.x < 2) rows[threadIdx.x] = data + start[2 * blockIdx.x + threadIdx.x];
  __syncthreads();
  rows[threadIdx.x / 32][threadIdx.x % 32] = 1.0f + threadIdx.x;  // race: 5
}
