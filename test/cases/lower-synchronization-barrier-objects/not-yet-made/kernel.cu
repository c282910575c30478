#include <cuda/barrier>

__global__ void early(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  bar.arrive_and_wait(); // race: 6
  out[threadIdx.x] = 1;
}
