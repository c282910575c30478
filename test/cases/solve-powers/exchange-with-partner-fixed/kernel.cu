__global__ void exchange(unsigned *out, unsigned n) {
  __shared__ unsigned s[512];
  for (unsigned size = 2; size < n; size <<= 1) {
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      s[at] += s[at + stride];
    }
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
