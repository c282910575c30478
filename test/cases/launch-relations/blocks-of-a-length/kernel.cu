__global__ void total(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = i < n ? in[i] : 0.0f;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (threadIdx.x == 0) *out += sum; // race: 5
}

void run(const float *in, float *out, int n) {
  total<<<(n + 31) / 32, 32>>>(in, out, n);
}
