template <class T> __device__ int at(T t) { return t / 2; }
__device__ int at(const int t);
__device__ int whole(int t) { return at(t); }
__device__ int at(int where) { return where; }
__global__ void fill(int *data) {
  data[whole(threadIdx.x)] = threadIdx.x;
}
