// One lane of those with a key stores to its cell.
__global__ void last(const int *in, int *out) {
  __shared__ int who[2][64];
  int lane = threadIdx.x % 32, w = threadIdx.x / 32;
  int key = in[threadIdx.x] & 63;
  unsigned peers = __match_any_sync(0xffffffffu, key);
  if (lane == 31 - __clz(peers)) who[w][key] = lane;
  __syncwarp();
  out[threadIdx.x] = who[w][key];
}
