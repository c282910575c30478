__global__ void histogram(const int *in, int *out) {
  __shared__ unsigned int bins[16];
  int t = threadIdx.x;
  if (t < 16)
    bins[t] = 0;
  atomicAdd(&bins[in[t] & 15], 1u); // race: 5
  __syncthreads();
  if (t < 16)
    out[t] = bins[t];
}
