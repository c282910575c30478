__device__ int at(int t) { return t; }
namespace halves {
__device__ int at(long t) { return t / 2; }
__device__ int cell(int t) { return at(t); }
}
__global__ void hidden(int *out) {
  int t = threadIdx.x;
  out[halves::cell(t)] = t;  // race: 8
}
