__global__ void guard(const float *in, float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t >= n)
    return; // nothing to do
  s[t] = in[t];

  // all of them
  __syncthreads(); // divergence
  out[t] = s[n - 1 - t];
}
