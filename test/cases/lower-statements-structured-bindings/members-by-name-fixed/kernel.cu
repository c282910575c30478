struct Pair { int first, second; };
__device__ Pair halves(int i) { return {i, i / 2}; }
__global__ void bind(int *out) {
  auto [whole, half] = halves(threadIdx.x);
  Pair pair{1, 2};
  auto &[first, second] = pair;
  second = whole;
  out[pair.second] = half + first;
}
