// Each vertex is to be in the list once.
__global__ void mark(const int *in, int *flag, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (atomicCAS(&flag[in[i]], 0, 1) == 0) {
    out[atomicAdd(count, 1)] = in[i];
  }
}
