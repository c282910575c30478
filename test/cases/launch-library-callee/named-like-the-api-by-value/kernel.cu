__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
void cudaReportSize(int n);
void run(int *d) {
  int n = 256;
  cudaReportSize(n);
  put<<<1, 256>>>(d, n);
}
