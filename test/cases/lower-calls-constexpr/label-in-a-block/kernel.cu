__device__ constexpr int half(int kind) {
  int n = 1;
  switch (kind) {
    case 1: {
      n = 1;
      case 2:
        n = 2;
    }
  }
  return n;
}
__global__ void k(int *out) {
  constexpr int n = half(2);
  out[threadIdx.x / n] = threadIdx.x;
}
