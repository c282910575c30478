__global__ void exchange(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = in[t];
    __syncthreads(); // divergence
    out[t] = s[t + 32];
  } else {
    s[t] = in[t] * 2;
    __syncthreads(); // divergence
    out[t] = s[t - 32];
  }
}
