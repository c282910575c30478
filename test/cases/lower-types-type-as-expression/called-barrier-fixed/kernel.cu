namespace block {
__device__ int published(int t) {
  __syncthreads();
  return t;
}
}

__global__ void turn(int *__restrict out, const int *const __restrict in) {
  __shared__ int tile[64];
  int t(threadIdx.x);
  tile[t] = in[t];
  int at(block::published(t));
  out[t] = tile[63 - at];
}

void launch(int *out, const int *in) { turn<<<1, 64>>>(out, in); }
