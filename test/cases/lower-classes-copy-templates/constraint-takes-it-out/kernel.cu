#include <type_traits>
namespace lib {
template <class T, unsigned long N> class Span;
namespace detail {
template <class T> struct IsSpanOf : std::false_type {};
template <class T, unsigned long N> struct IsSpanOf<Span<T, N>> : std::true_type {};
template <class T> struct IsSpan : IsSpanOf<std::remove_cv_t<T>> {};
}
template <class T, unsigned long N = 0> class Span {
  T *data_;
public:
  using pointer = T *;
  __host__ __device__ Span(T *p) : data_(p) {}
  template <class C, class = std::enable_if_t<!std::is_const_v<T> && !detail::IsSpan<C>::value && std::is_convertible_v<typename C::pointer, pointer>>>
  Span(C &c) : data_(c.data()) {}
  __device__ T &operator[](int i) const { return data_[i]; }
};
}
__device__ void put(lib::Span<unsigned long> s, int i) { s[i] = i; }
__global__ void fill(unsigned long *p) {
  lib::Span<unsigned long> s(p);
  put(s, threadIdx.x);
}
