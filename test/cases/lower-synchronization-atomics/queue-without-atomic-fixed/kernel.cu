__global__ void work(const int *in, int *out, int *next, int n) {
  while (true) {
    int i = atomicAdd(next, 1);
    if (i >= n) return;
    out[i] = in[i] * 2;
  }
}
