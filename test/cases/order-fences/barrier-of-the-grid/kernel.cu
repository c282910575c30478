__global__ void steps(int *a, int *b, unsigned *count) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = i;
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(count, 1);
    while (atomicAdd(count, 0) < gridDim.x) { }
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
  }
  __syncthreads();
  b[i] = a[255 - i];  // race: 3
}
