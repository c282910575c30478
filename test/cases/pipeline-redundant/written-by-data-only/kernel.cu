__global__ void best(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (unsigned k = 128; k > 0; k >>= 1) {
    if (t < k) {
      if (s[t + k] < s[t]) s[t] = s[t + k];
    }
    __syncthreads();
  }
  out[blockIdx.x] = s[t];  // race: 12
}
