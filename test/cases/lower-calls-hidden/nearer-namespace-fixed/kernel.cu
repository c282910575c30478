__device__ int at(int t) { return t / 2; }
namespace halves {
__device__ int at(long t) { return t; }
__device__ int cell(int t) { return at(t); }
}
__global__ void hidden(int *out) {
  int t = threadIdx.x;
  out[halves::cell(t)] = t;
}
