__global__ void added(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32) {
    out[t] = s[63 - t];
  }
}
