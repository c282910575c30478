__device__ int at(void *) { return threadIdx.x; }
__device__ int at(...) { return 0; }
__global__ void number(int *out) {
  out[at(1)] = threadIdx.x;  // race: 4
}
