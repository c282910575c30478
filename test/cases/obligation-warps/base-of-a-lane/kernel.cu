// Each lane begins at the base of its own, which is below 8.
__global__ void place(const int *in, int *out) {
  int lane = threadIdx.x % 32, w = threadIdx.x / 32;
  int base = __shfl_sync(0xffffffffu, in[threadIdx.x] & 7, lane);
  out[w * 64 + base + lane] = lane;  // race: 5
}
