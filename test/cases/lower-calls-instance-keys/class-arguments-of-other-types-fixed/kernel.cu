template <int N>
struct Box {
  static __device__ int *get() {
    __shared__ int data[64];
    return data;
  }
};
constexpr unsigned long size = 3;
__global__ void k(int *out) {
  Box<3>::get()[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = Box<size>::get()[63 - threadIdx.x];
}
