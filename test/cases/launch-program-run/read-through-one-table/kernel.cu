__constant__ int *table[2];
__global__ void twice() {
  int t = threadIdx.x;
  table[0][t] = 1;
  table[1][t] = 2;
}

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  int *host[2] = {d, d};
  cudaMemcpyToSymbol(table, host, sizeof host);
  twice<<<1, 64>>>();
}
