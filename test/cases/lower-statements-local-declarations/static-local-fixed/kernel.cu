__global__ void k() {
  static int last[64];
  last[threadIdx.x] = threadIdx.x;
}
