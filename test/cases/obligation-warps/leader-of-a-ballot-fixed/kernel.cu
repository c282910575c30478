// The lowest lane that voted for it stores for all of its warp.
__global__ void any(const int *in, int *out) {
  int lane = threadIdx.x % 32, w = threadIdx.x / 32;
  unsigned votes = __ballot_sync(0xffffffffu, in[threadIdx.x] > 0);
  if (votes != 0 && lane == __ffs(votes) - 1) out[w] = lane;
}
