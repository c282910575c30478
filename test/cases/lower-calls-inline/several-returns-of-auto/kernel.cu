__device__ auto clamped(int i) {
  if (i > 5) return 5;
  return i;
}
__global__ void store(int *out) {
  out[clamped(threadIdx.x)] = threadIdx.x;  // race: 6
}
