__global__ void decay(float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 63)
    s[t] += s[t + 1];  // race: 7
  out[t] = s[t];
}
