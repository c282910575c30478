// Each vertex is to be in the list once.
__global__ void mark(const int *in, int *flag, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (!flag[in[i]]) { // race: 6
    flag[in[i]] = 1; // race: 5
    out[atomicAdd(count, 1)] = in[i];
  }
}
