__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
int run(int *d, int *size, cudaStream_t stream) {
  int n = 256;
  cudaMemcpyAsync(&n, size, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  if (n < 256) return 1;
  put<<<1, 256>>>(d, n);
  return 0;
}
