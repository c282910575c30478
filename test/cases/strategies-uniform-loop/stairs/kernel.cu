__global__ void stairs(float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = 0.0f;
  for (int k = 0; k < t; k++) {
    s[t] += k;
    __syncthreads(); // divergence
  }
  out[t] = s[t];
}
