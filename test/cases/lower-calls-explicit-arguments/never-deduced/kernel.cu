template <typename To, typename From> __device__ int cellOf(From from) { return from; }
__device__ int cellOf(double) { return 0; }

__global__ void kernel(int *out) {
  out[cellOf(threadIdx.x)] = threadIdx.x; // race: 5
}
