__global__ void work(const int *in, int *out, int *next, int n) {
  __shared__ int i;
  while (true) {
    if (threadIdx.x == 0) i = atomicAdd(next, 1);
    __syncthreads();
    if (i >= n) return;  // race: 4
    out[i * 64 + threadIdx.x] = in[i * 64 + threadIdx.x] * 2;  // race: 4
  }
}
