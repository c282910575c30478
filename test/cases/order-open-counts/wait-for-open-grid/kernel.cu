__global__ void exchange(const int *in, int *mid, int *out, unsigned *count) {
  int at = blockIdx.x * 32 + threadIdx.x;
  mid[at] = in[at];  // race: 12
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(count, 1);
    while (atomicAdd(count, 0) + 1 < gridDim.x) { }
    __threadfence();
  }
  __syncthreads();
  out[at] = mid[(at + 32) % (gridDim.x * 32)];
}
