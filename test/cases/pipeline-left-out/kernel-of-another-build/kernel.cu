// Built with -DFAST where blocks are small.
#ifdef FAST
__global__ void shift(int *data) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = data[t];             // race: 7
  data[t] = tile[(t + 1) % 64];  // race: 6
}
#endif
