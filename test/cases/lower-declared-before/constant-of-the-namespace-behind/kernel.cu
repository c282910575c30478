constexpr int width = 2;
namespace mine {
__device__ int at(int t) { return t / width; }
constexpr int width = 1;
}
__global__ void fill(int *data) {
  data[mine::at(threadIdx.x)] = threadIdx.x;  // race: 7
}
