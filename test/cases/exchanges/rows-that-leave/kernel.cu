// Of a block of rows, each warp stores the maximum of its row; rows beyond the last one are left out.
__global__ void rows(const int *in, int *out, int n) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= n) return;
  int most = in[row * 32 + threadIdx.x];
  for (int distance = 1; distance < 32; distance *= 2) most = max(most, __shfl_xor_sync(0xffffffff, most, distance));
  out[row] = most;
}
