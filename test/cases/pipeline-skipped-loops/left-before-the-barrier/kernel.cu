// The loop may be left before its barrier, whatever the list holds: an error.
__global__ void sums(bool *done, const int *counts, int *out) {
  int t = threadIdx.x, b = blockIdx.x;
  if (done[b]) return; // race: 10
  for (int i = 0; i < counts[b]; i++) {
    if (counts[b] > 8) break;
    out[b * 64 + t] += i;
    __syncthreads();
  }
  if (t == 0) done[b] = true;
}

void host(bool *done, const int *counts, int *out) { sums<<<4, 64>>>(done, counts, out); }
