#include "operators.h"
template <typename T, int op>
__global__ void scan(T *out, const T *in) {
  __shared__ T tile[64];
  Binary<T, op> binop(tile);
  const T first = binop.init();
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  T value = binop(first, tile[threadIdx.x ^ 1]);
  out[threadIdx.x] = value;
}
int main() {
  float *a, *b;
  cudaMalloc(&a, 256);
  cudaMalloc(&b, 256);
  scan<float, 1><<<1, 64>>>(a, b);
}
