__device__ int half(int t) {
  for (int i = 0; i < 64; i++)
    if (2 * i >= t) return i;
  return 64 + t;
}
__global__ void scatter(int *out) {
  int t = threadIdx.x;
  out[half(t)] = t; // race: 8
}
