#include <cuda/std/utility>

template <typename T> struct Rows {
  static __device__ auto of(T length, T row) -> cuda::std::pair<T, T> { return {length, row * length}; }
};

template <typename Layout> __global__ void copy(int *out, const int *in, int n) {
  const auto [length, start] = Layout::of(n, blockIdx.x);
  if (threadIdx.x <= length) out[start + threadIdx.x] = in[threadIdx.x]; // race: 9
}

void run(int *out, const int *in) { copy<Rows<int>><<<4, 128>>>(out, in, 100); }
