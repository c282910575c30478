__global__ void timed(const float *in, float *out, long long *end) {
  int t = threadIdx.x;
  out[t] = in[t] * 2.0f;
  __syncthreads();
  if (t == 0) *end = clock64();
}
