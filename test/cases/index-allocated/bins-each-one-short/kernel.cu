__global__ void scatter(const unsigned *in, unsigned *next, unsigned *out) {
  __shared__ unsigned count[32], start[32];
  int t = threadIdx.x;
  if (t < 16) count[t] = 0;
  __syncthreads();
  unsigned bin = in[blockIdx.x * blockDim.x + t] & 15;
  unsigned place = atomicAdd(&count[bin], 1u);
  __syncthreads();
  if (t < 16) start[t] = atomicAdd(&next[t], count[t] - 1);
  __syncthreads();
  out[start[bin] + place] = bin;  // race: 11
}
