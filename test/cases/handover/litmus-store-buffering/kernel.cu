// Store buffering: fences order each thread's own accesses, not the two threads.
__global__ void both(int *x, int *y, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    x[0] = 1;  // race: 11
    __threadfence();
    out[0] = y[0];  // race: 9
  } else {
    y[0] = 1;  // race: 7
    __threadfence();
    out[1] = x[0];  // race: 5
  }
}
