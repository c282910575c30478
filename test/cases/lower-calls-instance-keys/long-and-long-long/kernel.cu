template <class T>
__device__ int *get() {
  __shared__ int data[64];
  return data;
}
__global__ void k(int *out) {
  int *x = get<long>();
  int *y = get<long long>();
  x[threadIdx.x] = 0;
  y[threadIdx.x] = threadIdx.x;
  out[x[threadIdx.x]] = threadIdx.x;
}
