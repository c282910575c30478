__global__ void spread(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  for (int k = 0; k < 4; k++)
    s[4 * t + k] = k;
  __syncthreads();
  out[t] = s[t];
}
