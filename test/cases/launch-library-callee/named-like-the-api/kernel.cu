__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
void cudaRoundSize(int &n);
void run(int *d) {
  int n = 256;
  cudaRoundSize(n);
  put<<<1, 256>>>(d, n);
}
