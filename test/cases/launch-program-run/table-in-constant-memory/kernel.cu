__constant__ int *table[2];
__global__ void shift() {
  int t = threadIdx.x;
  table[0][t] = 1;  // race: 5
  table[1][t] = 2;  // race: 4
}

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  int *host[2] = {d, d + 1};
  cudaMemcpyToSymbol(table, host, sizeof host);
  shift<<<1, 64>>>();
}
