template <typename T> __device__ T place(T v) { return v; }
template <> __device__ long place(long v) { return v / 2; }
__global__ void k(int *out) {
  long t = threadIdx.x;
  out[place<int>(t)] = t;
}
