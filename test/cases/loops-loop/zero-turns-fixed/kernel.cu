__global__ void skip(const float *in, float *out, int n) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int k = 0; k <= 2; k++)
    __syncthreads();
  out[t] = s[31 - t];
}
