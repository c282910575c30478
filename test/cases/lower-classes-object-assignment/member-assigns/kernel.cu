__device__ int last;
struct Inner {
  int value;
  __device__ Inner &operator=(const Inner &other) {
    value = other.value;
    last = value;  // race: 6
    return *this;
  }
};
struct Outer { Inner inner; int width; };
__global__ void assign(int *out) {
  Outer a, b;
  a.inner.value = threadIdx.x;
  a.width = 1;
  b = a;
  out[threadIdx.x] = b.inner.value + b.width;
}
