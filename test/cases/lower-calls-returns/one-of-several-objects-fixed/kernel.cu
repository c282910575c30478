__device__ int &cellOf(int *a, int *b, bool first) {
  if (first) return a[threadIdx.x];
  return b[threadIdx.x];
}
template <class T> __device__ const T &larger(const T &x, const T &y) {
  if (x < y) return y;
  else return x;
}

__global__ void kernel(int *a, int *b) {
    cellOf(a, b, larger((int)threadIdx.x, 7) == 7) = threadIdx.x;
}
