#include <type_traits>
using size = unsigned long;
template <class T = size, std::enable_if_t<std::is_same_v<size, T> && !std::is_same_v<size, unsigned long long>> * = nullptr>
__device__ T atomicAdd(T *place, T amount) {
  using Word = unsigned long long;
  Word old = ::atomicAdd(reinterpret_cast<Word *>(place), static_cast<Word>(amount));
  return static_cast<T>(old);
}
__global__ void count(size *total, const size *in) {
  atomicAdd(total, in[blockIdx.x * blockDim.x + threadIdx.x]);
}
