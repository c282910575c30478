#include <cuda/std/atomic>
__device__ int take(cuda::std::atomic_ref<int> slot, int mine) {
  int expected = 0;
  if (slot.compare_exchange_strong(expected, mine))
    return mine;
  return expected;
}
__global__ void elect(int *out) {
  __shared__ int winner;
  if (threadIdx.x == 0)
    winner = 0;
  __syncthreads();
  take(cuda::std::atomic_ref<int>(winner), threadIdx.x + 1);
  __syncthreads();
  out[threadIdx.x] = winner;
}
