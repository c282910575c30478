template <class T>
__device__ T *get() {
  struct Inner {
    __device__ static T *data() {
      __shared__ T values[64];
      return values;
    }
  };
  return Inner::data();
}
__global__ void k(int *out) {
  auto *x = get<int>();
  auto *y = get<unsigned>();
  x[threadIdx.x] = 0;
  y[threadIdx.x] = threadIdx.x;
  out[x[threadIdx.x]] = threadIdx.x;  // race: 16
}
