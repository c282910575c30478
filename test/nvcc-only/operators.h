// A header that the analysis must not see: cases that include it are about classes of which nothing is known. Only nvcc reads it.
#pragma once
template <typename T, int op> struct Binary {
  const T *table;
  Binary() = default;
  __device__ Binary(const T *given) : table(given) {}
  __device__ T init() const { return T(0); }
  __device__ T operator()(T a, T b) const { return a + b; }
};
