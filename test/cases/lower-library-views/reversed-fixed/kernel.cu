#include <cuda/std/span>

__global__ void reverse(cuda::std::span<float> out, cuda::std::span<const float> in) {
  __shared__ float tile[128];
  unsigned t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  out[t] = tile[127 - t];
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 512);
  cudaMalloc(&b, 512);
  reverse<<<1, 128>>>({a, 128}, {b, 128});
}
