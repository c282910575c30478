namespace cells {
__device__ int at(int t) { return t; }
namespace {
__device__ int at(long t) { return t / 2; }
__device__ int cell(int t) { return at(t); }
}
}
__global__ void unnamed(int *out) {
  int t = threadIdx.x;
  out[cells::cell(t)] = t;
}
