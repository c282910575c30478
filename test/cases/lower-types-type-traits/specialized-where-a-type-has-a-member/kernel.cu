#include <type_traits>
template <class T, class = void>
struct Width { static const int value = 1; };
template <class T>
struct Width<T, std::void_t<typename T::wide>> { static const int value = 2; };
struct Wide { using wide = int; };
template <class T>
__global__ void spread(T, int *a) {
  a[threadIdx.x / Width<T>::value] = threadIdx.x; // race: 9
}
void run(int *x) { spread<<<1, 64>>>(Wide{}, x); }
