#include <type_traits>
// The template parameter that steps through the array is the size of the block, whatever it is.
template <int SIZE> __global__ void owners(int *owner, int n) {
  for (int i = threadIdx.x; i < n; i += SIZE) owner[i] = threadIdx.x;
}

template <typename Launch> void dispatch(Launch launch, int size) {
  if (size == 128) launch(std::integral_constant<int, 128>{});
  if (size == 256) launch(std::integral_constant<int, 256>{});
}

void run(int *owner, int n, int size) {
  auto launch = [&](auto chosen) {
    constexpr int threads = chosen.value;
    owners<threads><<<1, threads>>>(owner, n);
  };
  dispatch(launch, size);
}
