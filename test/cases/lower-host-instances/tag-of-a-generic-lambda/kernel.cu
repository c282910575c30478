#include <type_traits>

// Only the wide instance has a barrier.
template <bool Wide>
__global__ void mirror(int *out) {
  constexpr int width = Wide ? 64 : 32;
  __shared__ int tile[width];
  int t = threadIdx.x;
  if (t < width) tile[t] = out[t];
  if (Wide) __syncthreads();
  if (t < width) out[t] = tile[width - 1 - t];  // race: 9
}

void run(int *out) {
  const auto launch = [&](auto tag, int threads) {
    constexpr bool isWide = decltype(tag)::value;
    mirror<isWide><<<1, threads>>>(out);
  };
  launch(std::false_type{}, 64);
}
