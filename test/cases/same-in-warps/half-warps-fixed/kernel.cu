__global__ void rows(const int *active, float *data, int width) {
  // rows of 16 threads, two in a warp
  bool isActive = active[threadIdx.x] != 0;
  for (int step = 0; step < width; step++) {
    if (!__any_sync(0xffffffff, isActive)) break;
    __syncthreads();
  }
  data[(blockIdx.x * 6 + threadIdx.y) * 16 + threadIdx.x] = 1;
}
