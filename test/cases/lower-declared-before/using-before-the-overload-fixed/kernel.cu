namespace mine { __device__ int at(int t) { return t / 2; } }
namespace mine { __device__ int at(unsigned t) { return t; } }
using mine::at;
__global__ void fill(int *data) {
  data[at(threadIdx.x)] = threadIdx.x;
}
