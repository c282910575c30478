__global__ void mode(const float *in, float *out, int smooth) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (smooth)
    __syncthreads();
  out[t] = s[63 - t]; // race: 4
}
