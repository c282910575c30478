__global__ void stairs(float *out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = 0.0f;
  for (int k = 0; k < t; k++) {
    __syncthreads(); // divergence
    s[t] += k;
  }
  out[t] = s[t];
}
