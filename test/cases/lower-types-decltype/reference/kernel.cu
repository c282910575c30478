template <class T>
__device__ void clear(T &t) {
  decltype(t) u = t;
  u = 0;
}

__global__ void store(int *out) {
  int stride = 1;
  clear(stride);
  out[threadIdx.x * stride] = threadIdx.x; // race: 10
}
