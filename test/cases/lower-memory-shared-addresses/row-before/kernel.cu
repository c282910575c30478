__global__ void k(int *out) {
  const unsigned width = 32;
  __shared__ int cells[64];
  int t = threadIdx.x;
  int *mine = cells + t;
  int row = t / 32;
  mine[0] = t; // race: 8
  if (row > 0) out[t] = mine[(row - 2) * width];
}
