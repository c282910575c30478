template <class T>
__device__ int *get(T) {
  __shared__ int data[64];
  return data;
}
__global__ void k(int *out) {
  __shared__ int own[4];
  int *first = own;
  get(own)[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = get(first)[63 - threadIdx.x];
}
