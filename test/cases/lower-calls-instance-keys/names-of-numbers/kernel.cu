template <class T>
__device__ int *get(T &&) {
  __shared__ int data[64];
  return data;
}
template <int N>
__device__ int *at() {
  return get(N);
}
__global__ void k(int *out) {
  at<3>()[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = get(4)[63 - threadIdx.x];
}
