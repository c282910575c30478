__global__ void vote(int *out) {
  __shared__ int chosen;
  for (int i = 0; i < 2; i++) {
    chosen = i == 0 ? 5 : (int)threadIdx.x; // race: 4
    __syncthreads();
    out[threadIdx.x] = chosen;
    __syncthreads();
  }
}
