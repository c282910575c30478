// One variable holds what a lane found, what its warp found, and what all warps found.
__global__ void reused_variable(const int *mask, int *out, int n) {
  __shared__ int found[32];
  int tid = threadIdx.x;
  if (tid < 32) found[tid] = 1;
  __syncthreads();
  int k = (n - 1) * 128;
  for (; k >= 0; k -= 128) {
    int all = mask[k + tid] == 0;
    all = __all_sync(0xffffffff, all);
    if (tid % 32 == 0) found[tid / 32] = all;
    __syncthreads();
    all = found[tid % 32];
    __syncthreads();
    all = __all_sync(0xffffffff, all);
    if (!all) break;
  }
  if (tid != 0) return;
  out[blockIdx.x] = k + 128;
}
