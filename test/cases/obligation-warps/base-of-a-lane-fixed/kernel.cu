// All lanes of a warp begin at the base of its first lane, which is below 8.
__global__ void place(const int *in, int *out) {
  int lane = threadIdx.x % 32, w = threadIdx.x / 32;
  int base = __shfl_sync(0xffffffffu, in[threadIdx.x] & 7, 0);
  out[w * 64 + base + lane] = lane;
}
