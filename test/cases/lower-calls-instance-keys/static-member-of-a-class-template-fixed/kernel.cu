template <class T>
struct Box {
  __device__ static T *get() {
    __shared__ T data[64];
    return data;
  }
};
__global__ void k(int *out) {
  auto *x = Box<int>::get();
  auto *y = Box<int>::get();
  x[threadIdx.x] = 0;
  y[threadIdx.x] = threadIdx.x;
  out[x[threadIdx.x]] = threadIdx.x;
}
