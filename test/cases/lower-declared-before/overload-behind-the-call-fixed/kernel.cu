template <class T> __device__ int at(T t) { return t / 2; }
__device__ int at(int t) { return t; }
__device__ int whole(int t) { return at(t); }
__global__ void fill(int *data) {
  data[whole(threadIdx.x)] = threadIdx.x;
}
