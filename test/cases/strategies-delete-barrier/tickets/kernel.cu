// The barrier orders the two halves of a turn, though nothing races without it: it moves, and is not deleted.
__global__ void queue(unsigned *next, int *out) {
  int t = threadIdx.x;
  if (t < 48) {
    unsigned mine = atomicAdd(&next[0], 1u);
    __syncthreads();  // divergence
    unsigned later = atomicAdd(&next[0], 1u);
    out[t] = later > mine;
  }
}
