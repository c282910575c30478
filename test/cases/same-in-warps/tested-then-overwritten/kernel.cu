// Who does the step of an iteration depends on what the condition read, not on what the body wrote into it.
__global__ void tested_then_overwritten(int *out) {
  int v = threadIdx.x < 32, i = 0;
  while (v > 0) {
    v = 0;
    i = i + 1;
  }
  if (__any_sync(0xffffffff, i)) __syncthreads();  // divergence
  out[blockIdx.x * blockDim.x + threadIdx.x] = i;
}
