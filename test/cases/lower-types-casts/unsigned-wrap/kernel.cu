__global__ void wrap(int *out) {
  __shared__ int s[64];
  unsigned char t = threadIdx.x;
  s[t & 63] = threadIdx.x; // race: 4
  __syncthreads();
  out[threadIdx.x] = s[0];
}
