__global__ void work(const volatile int *stop, float *x) {
  __shared__ float s[64];
  int t = threadIdx.x;
  while (*stop == 0) {
    s[t] = x[t];
    __syncthreads();  // divergence
    x[t] = s[63 - t];
    __syncthreads();
  }
}
int main() {
  int *host, *device;
  float *x;
  cudaHostAlloc((void **)&host, sizeof(int), cudaHostAllocMapped);
  *host = 0;
  cudaHostGetDevicePointer((void **)&device, host, 0);
  cudaMalloc(&x, 256);
  work<<<1, 64>>>(device, x);
  for (int k = 0; k < 1000; k++)
    cudaStreamQuery(0);
  *host = 1;
  cudaDeviceSynchronize();
}
