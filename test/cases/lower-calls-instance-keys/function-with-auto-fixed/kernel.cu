__device__ int *get(auto) {
  __shared__ int data[64];
  return data;
}
__global__ void k(int *out) {
  auto *x = get(1);
  auto *y = get(2);
  x[threadIdx.x] = 0;
  y[threadIdx.x] = threadIdx.x;
  out[x[threadIdx.x]] = threadIdx.x;
}
