#define MEET __syncthreads()
__global__ void some(int *p) {
  p[threadIdx.x] = 1;
  if (threadIdx.x < 32) {
    p[threadIdx.x] = 2;
  }
}
