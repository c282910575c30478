__device__ int lock;
__global__ void take(int *out) {
  __shared__ int taken;
  if (threadIdx.x == 0) taken = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) { }
    __threadfence();
    int i = taken;
    taken = i + 1;
    __threadfence();
    atomicExch(&lock, 0);
    out[i + threadIdx.x / 32] = threadIdx.x;  // race: 13
  }
}
