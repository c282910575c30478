template <class T> struct Stride { static constexpr int value = 1; };
template <> struct Stride<float> { static constexpr int value = 0; };
template <class T> struct Stride<const T> : Stride<T> {};
template <class T> struct Stride<volatile T> : Stride<T> {};

template <class T> __device__ void put(T *to) { to[threadIdx.x * Stride<T>::value] = threadIdx.x; }

__global__ void kernel(int *out) { put(out); }
