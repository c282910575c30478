#include <cuda/std/type_traits>

struct Day { int number; };
struct Hour { int number; };
template <class T> using is_day = cuda::std::disjunction<cuda::std::is_same<Day, T>, cuda::std::is_same<float, T>>;
template <class T> __host__ __device__ constexpr bool isPlain() { return cuda::std::is_arithmetic<T>() or is_day<T>::value; }

template <class T, cuda::std::enable_if_t<(isPlain<T>())>* = nullptr> __device__ int place(int i) { return i / 2; }
template <class T, cuda::std::enable_if_t<(!isPlain<T>())>* = nullptr> __device__ int place(int i) { return i; }

template <class T> __global__ void fill(int *out) {
  out[place<T>(threadIdx.x)] = threadIdx.x; // race: 12
}

void run(int *out) { fill<Day><<<1, 64>>>(out); }
