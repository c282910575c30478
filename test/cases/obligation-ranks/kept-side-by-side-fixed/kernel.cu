// Each lane that keeps its value stores it behind those of the lanes below.
__global__ void keep(const int *in, int *out) {
  __shared__ int kept[4][32];
  int lane = threadIdx.x % 32, w = threadIdx.x / 32, v = in[threadIdx.x];
  unsigned votes = __ballot_sync(0xffffffffu, v > 0);
  if (v > 0) kept[w][__popc(votes & ((1u << lane) - 1))] = v;
  __syncwarp();
  if (lane < __popc(votes)) out[threadIdx.x] = kept[w][lane];
}
