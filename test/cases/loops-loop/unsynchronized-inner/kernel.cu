__global__ void spread(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  for (int k = 0; k < 4; k++)
    s[t + k] = k; // race: 5
  __syncthreads();
  out[t] = s[t];
}
