__device__ float *buffer;

__global__ void fill() {
  buffer[threadIdx.x + 64 * blockIdx.x] = threadIdx.x;
}
