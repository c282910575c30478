// A lane with a 0 has not voted, but stores: where the next lane does.
__global__ void keep(const int *in, int *out) {
  __shared__ int kept[4][32];
  int lane = threadIdx.x % 32, w = threadIdx.x / 32, v = in[threadIdx.x];
  unsigned votes = __ballot_sync(0xffffffffu, v > 0);
  if (v >= 0) kept[w][__popc(votes & ((1u << lane) - 1))] = v;  // race: 6
  __syncwarp();
  if (lane < __popc(votes)) out[threadIdx.x] = kept[w][lane];
}
