template <class F>
__device__ int *get(F) {
  __shared__ int data[64];
  return data;
}
__global__ void k(int *out) {
  auto f = [] {};
  auto g = [] {};
  int *x = get(f);
  int *y = get(f);
  x[threadIdx.x] = 0;
  y[threadIdx.x] = threadIdx.x;
  out[x[threadIdx.x]] = threadIdx.x;
}
