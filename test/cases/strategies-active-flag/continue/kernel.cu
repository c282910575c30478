__global__ void some(const float *in, float *out, int n) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (in[64 * k + t] == 0.0f) continue;
    s[k & 1][t] = in[64 * k + t]; // race: 8
    __syncthreads(); // divergence
    out[t] += s[k & 1][63 - t];
  }
}
