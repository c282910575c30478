__global__ void tally(int *out) {
  __shared__ int n;
  int t = threadIdx.x;
  if (t == 0) atomicExch(&n, 0);
  __syncthreads();
  atomicAdd(&n, 1);
  __syncthreads();
  if (t == 0) out[blockIdx.x] = atomicAdd(&n, 0);
}
