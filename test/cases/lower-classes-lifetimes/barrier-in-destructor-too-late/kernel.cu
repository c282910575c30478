struct Phase {
  __device__ ~Phase() { __syncthreads(); }
};
__global__ void reverse(int *out) {
  __shared__ int cells[64];
  Phase phase;
  cells[threadIdx.x] = threadIdx.x;             // race: 8
  out[threadIdx.x] = cells[63 - threadIdx.x];   // race: 7
}
