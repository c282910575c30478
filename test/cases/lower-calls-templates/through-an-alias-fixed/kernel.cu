// A function template whose parameter is an instance of an alias template.
template <class T, int N, class Index> struct Span {
  T *data;
  Index length;
};
template <class T, int N> using ShortSpan = Span<T, N, int>;
template <int OFFSET> __device__ void shift(const ShortSpan<int, 1> &span, int k) {
  span.data[k] = k;
  if (k + OFFSET < span.length) span.data[k + OFFSET] = 1;
}

__global__ void through_an_alias(ShortSpan<int, 1> span) { shift<64>(span, threadIdx.x); }

void host(int *data) {
  ShortSpan<int, 1> span{data, 64};
  through_an_alias<<<1, 64>>>(span);
}
