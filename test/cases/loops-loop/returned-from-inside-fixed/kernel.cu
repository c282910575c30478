__device__ int own(int t) {
  for (int i = 0; i < 64; i++)
    if (i >= t) return i;
  return 64 + t;
}
__global__ void scatter(int *out) {
  int t = threadIdx.x;
  out[own(t)] = t;
}
