__device__ int *get(auto) {
  __shared__ int data[64];
  return data;
}
__global__ void k(int *out) {
  __shared__ int own[4];
  int *first = own;
  get(own)[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = get(first)[63 - threadIdx.x];  // race: 8
}
