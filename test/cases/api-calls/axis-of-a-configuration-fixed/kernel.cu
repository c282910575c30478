__global__ void wrap(float *a) {
  __shared__ float s[64];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  s[t % 64] = a[t];
  __syncthreads();
  a[t] = s[(t + 1) % 64];
}
int main() {
  float *a;
  cudaMalloc(&a, 128 * sizeof(float));
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 64;
  config.blockDim.x = 32;
  config.blockDim.y = 2;
  cudaLaunchKernelEx(&config, wrap, a);
}
