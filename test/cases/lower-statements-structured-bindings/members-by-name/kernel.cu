struct Pair { int first, second; };
__device__ Pair halves(int i) { return {i, i / 2}; }
__global__ void bind(int *out) {
  auto [whole, half] = halves(threadIdx.x);
  out[half] = whole;  // race: 5
}
