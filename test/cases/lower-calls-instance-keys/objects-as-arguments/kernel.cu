struct Size {
  int n;
};
template <Size S>  // C++20
__device__ int *get() {
  __shared__ int data[64];
  return data;
}
__global__ void k(int *out) {
  int *x = get<Size{1}>();
  int *y = get<Size{2}>();
  x[threadIdx.x] = 0;
  y[threadIdx.x] = threadIdx.x;
  out[x[threadIdx.x]] = threadIdx.x;
}
