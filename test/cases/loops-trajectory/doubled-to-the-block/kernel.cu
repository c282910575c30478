__global__ void sum(const int *in, int *out) {
  extern __shared__ int s[];
  unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    unsigned at = 2 * step * t;
    if (at < blockDim.x)
      s[at] += s[at + step]; // race: 9
  }
  if (t == 0)
    out[0] = s[0];
}
