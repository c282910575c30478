__global__ void ragged(const int *row, const float *in, float *out, int n) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  const bool active = t < n;
  int from;
  float sum = 0.0f;
  if (active) {
    from = row[t];
  }
  for (int k = 0; __syncthreads_or(active && k < from); ++k) {
    const bool inner = active && k < from;
    if (inner) {
      s[k & 1][t] = in[t + 64 * k];
    }
    __syncthreads();
    if (inner) {
      sum += s[k & 1][63 - t];
    }
  }
  if (active) {
    out[t] = sum;
  }
}
