struct Inner {
  int value, old;
  __device__ Inner &operator=(const Inner &other) {
    old = value;
    value = other.value;
    return *this;
  }
};
struct Outer { Inner inner; int width; };
__global__ void assign(int *out) {
  Outer a, b;
  a.inner.value = threadIdx.x;
  a.width = 1;
  b.inner.value = 7;
  b = a;
  out[b.inner.value + b.inner.old - 7] = b.width;
}
