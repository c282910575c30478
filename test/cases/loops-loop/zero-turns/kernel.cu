__global__ void skip(const float *in, float *out, int n) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int k = 0; k < n; k++)
    __syncthreads();
  out[t] = s[31 - t]; // race: 4
}
