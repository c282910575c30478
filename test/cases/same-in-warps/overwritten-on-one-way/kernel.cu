// Whoever leaves by `break` takes its own value out of the loop; the vote is over these.
__global__ void overwritten_on_one_way(const int *a, int *out) {
  int v = 0;
  for (int i = 0; i < 4; ++i) {
    v = a[threadIdx.x];
    if (a[i] > 0) break;
    v = 1;
  }
  if (__all_sync(0xffffffff, v)) __syncthreads();  // divergence
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
