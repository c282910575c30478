template <class T>
__device__ T *get() {
  auto inner = [] {
    __shared__ T data[64];
    return (T *)data;
  };
  return inner();
}
__global__ void k(int *out) {
  auto *x = get<int>();
  auto *y = get<int>();
  x[threadIdx.x] = 0;
  y[threadIdx.x] = threadIdx.x;
  out[x[threadIdx.x]] = threadIdx.x;
}
