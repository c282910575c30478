#include <cuda/semaphore>
__device__ cuda::binary_semaphore<cuda::thread_scope_device> ready(0);
__global__ void pass(int *data, int *lock, int *out) {
  if (threadIdx.x > 0) return;
  if (blockIdx.x == 0) {
    data[1] = 1;
    ready.release();
  } else {
    ready.acquire();
    out[0] = data[0];
  }
}

void run(int *data, int *lock, int *out) { pass<<<2, 32>>>(data, lock, out); }
