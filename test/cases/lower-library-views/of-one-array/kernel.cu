#include <cuda/std/span>

__global__ void shift(cuda::std::span<float> out, cuda::std::span<const float> in) {
  unsigned t = threadIdx.x;
  if (t + 1 < in.size()) out[t] = in[t + 1];  // race: 5
}

int main() {
  float *a;
  cudaMalloc(&a, 512);
  shift<<<1, 128>>>(cuda::std::span<float>(a, 128), cuda::std::span<const float>(a, 128));
}
