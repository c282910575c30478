enum Kind { T, U };
template <class T> struct Span {
  T *data;
  int size;
};
template <class T, class U> __device__ bool operator<(Span<T> l, Span<U> r) { return l.size < r.size; }

template <class L> struct Range {
  L from, to;
};
__global__ void fill(Range<int> range, int *out) {
  int i = range.from + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < range.to) out[i] = i;
}
