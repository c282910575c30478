// The barrier orders the two halves of a turn, though nothing races without it: it moves, and is not deleted.
__global__ void queue(unsigned *next, int *out) {
  int t = threadIdx.x;
  const bool active = t < 48;
  unsigned mine;
  if (active) {
    mine = atomicAdd(&next[0], 1u);
  }
  __syncthreads();
  if (active) {
    unsigned later = atomicAdd(&next[0], 1u);
    out[t] = later > mine;
  }
}
