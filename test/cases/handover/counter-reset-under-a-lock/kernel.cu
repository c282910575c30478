__device__ int lock;
__global__ void take(int *out) {
  __shared__ int taken;
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) { }
    __threadfence();
    taken = 0;
    int i = atomicAdd(&taken, 1);
    __threadfence();
    atomicExch(&lock, 0);
    out[i] = threadIdx.x;  // race: 11
  }
}
