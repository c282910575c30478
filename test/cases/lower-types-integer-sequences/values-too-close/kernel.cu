#include <utility>
// The four cells of a thread are 32 apart, where other threads write.
template <size_t... I>
__device__ void each(float *out, float value, std::index_sequence<I...>) { ((out[threadIdx.x + I * 32] = value), ...); }  // race: 4

__global__ void four(float *out) { each(out, threadIdx.x, std::make_index_sequence<4>{}); }

int main() {
  float *out;
  cudaMalloc(&out, 1024);
  four<<<1, 64>>>(out);
}
