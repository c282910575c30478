// Only a list without elements has no barrier: a warning.
__global__ void sums(bool *done, const int *counts, int *out) {
  int t = threadIdx.x, b = blockIdx.x;
  if (done[b]) return; // race: 9
  for (int i = 0; i < counts[b]; i++) {
    out[b * 64 + t] += i;
    __syncthreads();
  }
  if (t == 0) done[b] = true;
}

void host(bool *done, const int *counts, int *out) { sums<<<4, 64>>>(done, counts, out); }
