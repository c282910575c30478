// Warp 1 waits for warp 0 inside the block.
__global__ void pass(int *out) {
  __shared__ int data;
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = 42;
    __threadfence_block();
    atomicExch(&flag, 1);
  } else if (threadIdx.x == 32) {
    while (atomicAdd(&flag, 0) == 0) { }
    __threadfence_block();
    out[0] = data;
  }
}
