__global__ void three(const int *kind, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (kind[t] == 0) {
    out[t] = 1.0f;
  } else if (kind[t] == 1) {
    s[t] = 2.0f;
    __syncthreads(); // divergence
    out[t] = s[63 - t];
  } else {
    out[t] = 3.0f;
  }
}
