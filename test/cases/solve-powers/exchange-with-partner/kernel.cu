__global__ void exchange(unsigned *out) {
  __shared__ unsigned s[512];
  for (unsigned size = 2; size < 64; size <<= 1) {
    __syncthreads();
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      s[at] += s[at + stride]; // race: 7
    }
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
