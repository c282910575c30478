#include <type_traits>
#define BOTH __host__ __device__
struct View {
  int *data;
  BOTH int &operator[](int k) const { return data[k]; }
  BOTH int &operator()(int k) const { return this->operator[](k); }
  BOTH constexpr friend bool operator==(View a, View b) { return a.data == b.data; }
};
template <class T, std::enable_if_t<std::is_integral_v<T>> * = nullptr>
BOTH T twice(T v) { return v + v; }

template <class F>
__global__ void each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
void go(View v, int n) {
  each<<<4, 64>>>(n, [=] BOTH(int i) { v(i) = twice(i); });
}
