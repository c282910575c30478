namespace mine { __device__ int at(int t) { return t / 2; } }
using mine::at;
namespace mine { __device__ int at(unsigned t) { return t; } }
__global__ void fill(int *data) {
  data[at(threadIdx.x)] = threadIdx.x;  // race: 5
}
