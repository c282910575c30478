__global__ void chain(int *data, int *flag, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 1;
    __threadfence();
    atomicExch(&flag[0], 1);
  } else if (blockIdx.x == 1) {
    while (atomicAdd(&flag[0], 0) == 0) { }
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    atomicExch(&flag[1], 1);
  } else {
    while (atomicAdd(&flag[1], 0) == 0) { }
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}
