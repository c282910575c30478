__global__ void countdown(const int *turns, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  int left = turns[t];
  while (left > 0) {
    s[t] = left;
    __syncthreads(); // divergence
    out[t] += s[63 - t];
    __syncthreads();
    --left;
  }
}
