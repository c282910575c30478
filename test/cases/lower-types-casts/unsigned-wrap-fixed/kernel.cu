__global__ void wrap(int *out) {
  __shared__ int s[256];
  unsigned char t = threadIdx.x;
  s[t] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[0];
}
