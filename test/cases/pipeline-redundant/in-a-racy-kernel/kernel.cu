__global__ void best(const float *in, float *out) {
  __shared__ float s[64], m[64];
  int t = threadIdx.x;
  m[t] = -1.0f;
  __syncthreads();
  s[t] = in[t] > m[t] ? in[t] : m[t];
  __syncthreads();
  out[0] = s[63 - t];  // race: 8
  __syncthreads();
}
