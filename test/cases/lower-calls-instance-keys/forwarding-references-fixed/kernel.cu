template <class T>
__device__ int *get(T &&) {
  __shared__ int data[64];
  return data;
}
__global__ void k(int *out) {
  int n = 1;
  int *x = get(n);
  int *y = get(n);
  x[threadIdx.x] = 0;
  y[threadIdx.x] = threadIdx.x;
  out[x[threadIdx.x]] = threadIdx.x;
}
