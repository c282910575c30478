// Stores of two kinds: eight in a row for each thread, and eight rows of the block.
__global__ void fill(int *__restrict__ d, int *__restrict__ e) {
  int t = threadIdx.x;
  d[t * 8 + 0] = t;
  e[t + 0] = t;
  d[t * 8 + 1] = t;
  e[t + 64] = t;
  d[t * 8 + 2] = t;
  e[t + 128] = t;
  d[t * 8 + 3] = t;
  e[t + 192] = t;
  d[t * 8 + 4] = t;
  e[t + 256] = t;
  d[t * 8 + 5] = t;
  e[t + 320] = t;
  d[t * 8 + 6] = t;
  e[t + 384] = t;
  d[t * 8 + 7] = t;
  e[t + 448] = t;
}
