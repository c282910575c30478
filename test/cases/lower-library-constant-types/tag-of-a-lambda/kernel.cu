// The type of the last argument says whether another round follows.
#include <type_traits>

__global__ void rounds(int *out) {
  __shared__ int cells[64];
  int t = threadIdx.x;
  auto round = [&](int k, auto last) {
    constexpr bool isLast = decltype(last)::value;
    cells[t] = k + t; // race: 11
    if constexpr (isLast) __syncthreads();
    out[64 * k + t] = cells[63 - t];
    if constexpr (!isLast) __syncthreads();
  };
  round(0, std::false_type{});
  round(1, std::true_type{});
}

void host(int *out) { rounds<<<1, 64>>>(out); }
