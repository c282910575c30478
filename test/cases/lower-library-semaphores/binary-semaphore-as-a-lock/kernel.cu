#include <cuda/semaphore>
__device__ cuda::binary_semaphore<cuda::thread_scope_device> free_(1);
__global__ void add(int *sum, const int *in) {
  if (threadIdx.x > 0) return;
  free_.acquire();
  int value = *sum + in[blockIdx.x];
  *sum = value;
  free_.release();
}

void run(int *sum, const int *in) { add<<<4, 32>>>(sum, in); }
