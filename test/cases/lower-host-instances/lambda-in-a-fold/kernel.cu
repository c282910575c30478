#include <type_traits>

template <int N, typename T> __global__ void fill(T *cells) {
  cells[threadIdx.x / N] = threadIdx.x; // race: 4
}

// what is stated is all of the pack; T follows from the argument
template <int... Ns, typename T> void each(T *cells, int n) {
  auto launch = [=](auto tag) -> bool {
    constexpr int size = decltype(tag)::value;
    if (n == size) {
      fill<size><<<1, 64>>>(cells);
      return true;
    }
    return false;
  };
  if ((launch(std::integral_constant<int, Ns>{}) || ...)) return;
}

void run(float *cells, int n) { each<4>(cells, n); }
