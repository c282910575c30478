__device__ int hash(int key); // defined elsewhere
__global__ void scatter(int *out) {
  int slot = hash(threadIdx.x);
  out[slot] = threadIdx.x;
}
