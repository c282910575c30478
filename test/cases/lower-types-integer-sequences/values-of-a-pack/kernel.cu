#include <utility>
// `std::make_index_sequence<4>` gives the pack the values 0 to 3: each thread writes four cells, 64 apart.
template <size_t... I>
__device__ void each(float *out, float value, std::index_sequence<I...>) { ((out[threadIdx.x + I * 64] = value), ...); }

__global__ void four(float *out) { each(out, threadIdx.x, std::make_index_sequence<4>{}); }

int main() {
  float *out;
  cudaMalloc(&out, 1024);
  four<<<1, 64>>>(out);
}
