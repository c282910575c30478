using Index = signed char;
namespace mine {
__device__ int at(int t) { Index i = t; return i < 0 ? -1 - i : i; }
using Index = int;
}
__global__ void fill(int *data) {
  data[mine::at(threadIdx.x)] = threadIdx.x;  // race: 7
}
