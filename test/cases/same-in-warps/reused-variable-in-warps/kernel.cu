// The second vote is missing: each warp goes by what one lane found.
__global__ void reused_variable_in_warps(int *out, int n) {
  __shared__ int found[32];
  int tid = threadIdx.x;
  if (tid < 32) found[tid] = 1;
  __syncthreads();
  int k = (n - 1) * 128;
  for (; k >= 0; k -= 128) {
    int all = k + tid != 130;
    all = __all_sync(0xffffffff, all);
    if (tid % 32 == 0) found[tid / 32] = all;
    __syncthreads();
    if (!all) break;
    all = found[tid % 32];
    __syncthreads();  // divergence
    all = __all_sync(0xffffffff, all);
  }
  if (tid != 0) return;
  out[blockIdx.x] = k + 128;
}
