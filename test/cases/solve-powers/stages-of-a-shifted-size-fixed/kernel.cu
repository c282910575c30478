__global__ void transform(const float *in, float *out, int log2) {
  extern __shared__ float s[];
  const int n = 1 << log2;
  const int x = threadIdx.x;
  for (int i = x; i < n; i += blockDim.x) s[i] = in[i];
  for (int stride = n >> 2; stride > 0; stride >>= 2) {
    int low = x & (stride - 1);
    int at = ((x - low) << 2) + low;
    __syncthreads();
    float sum = s[at] + s[at + stride] + s[at + 2 * stride];
    s[at + 3 * stride] -= sum;
    s[at] = sum;
  }
  __syncthreads();
  for (int i = x; i < n; i += blockDim.x) out[i] = s[i];
}
