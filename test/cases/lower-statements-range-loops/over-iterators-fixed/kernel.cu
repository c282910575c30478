struct Index {
  int i;
  __device__ bool operator!=(const Index &other) const { return i != other.i; }
  __device__ Index &operator++() { ++i; return *this; }
  __device__ int operator*() const { return i; }
};
struct Range {
  int from, to;
  __device__ Index begin() const { return Index{from}; }
  __device__ Index end() const { return Index{to}; }
};
__global__ void pairs(int *out, int *copy) {
  int at = threadIdx.x;
  for (auto i : Range{at, at + 1})
    out[at] = i;
}
