__global__ void last(const int *in, int *sums, unsigned *ticket, int *done) {
  __shared__ unsigned mine;
  int t = threadIdx.x;
  sums[blockIdx.x * 64 + t] = in[blockIdx.x * 64 + t];
  __threadfence();
  __syncthreads();
  if (t == 0) mine = atomicAdd(ticket, 1u);
  __syncthreads();
  if (mine == gridDim.x - 1 && t == 0) atomicExch(done, 1);
}
