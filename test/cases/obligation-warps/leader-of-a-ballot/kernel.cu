// All lanes that voted for it store.
__global__ void any(const int *in, int *out) {
  int lane = threadIdx.x % 32, w = threadIdx.x / 32;
  unsigned votes = __ballot_sync(0xffffffffu, in[threadIdx.x] > 0);
  if ((votes >> lane & 1) != 0) out[w] = lane;  // race: 5
}
