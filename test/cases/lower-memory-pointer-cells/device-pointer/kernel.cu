__device__ float *buffer;

__global__ void fill() {
  buffer[threadIdx.x / 2 + 64 * blockIdx.x] = threadIdx.x;  // race: 4
}
