typedef int Row[65];
__global__ void shift(Row w) {
  int next = w[threadIdx.x + 1];
  w[threadIdx.x] = next; // race: 3
}
