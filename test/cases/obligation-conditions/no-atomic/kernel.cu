__global__ void count(int *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bins[i % 16] += 1; // race: 3
}
void host(int *bins, int n) { count<<<4, 64>>>(bins, n); }
