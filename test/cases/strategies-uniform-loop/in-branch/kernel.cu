__global__ void ragged(const int *row, const float *in, float *out, int n) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  if (t < n) {
    int from = row[t];
    float sum = 0.0f;
    for (int k = 0; k < from; ++k) {
      s[k & 1][t] = in[t + 64 * k];
      __syncthreads(); // divergence
      sum += s[k & 1][63 - t];
    }
    out[t] = sum;
  }
}
