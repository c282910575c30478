// Store buffering with atomics: none of them race.
__global__ void both(int *x, int *y, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    atomicExch(x, 1);
    __threadfence();
    out[0] = atomicAdd(y, 0);
  } else {
    atomicExch(y, 1);
    __threadfence();
    out[1] = atomicAdd(x, 0);
  }
}
