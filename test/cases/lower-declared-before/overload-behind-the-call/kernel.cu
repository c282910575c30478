template <class T> __device__ int at(T t) { return t / 2; }
__device__ int half(int t) { return at(t); }
__device__ int at(int t) { return t; }
__global__ void fill(int *data) {
  data[half(threadIdx.x)] = threadIdx.x;  // race: 5
}
