__global__ void transform(const float *in, float *out, int log2) {
  extern __shared__ float s[];
  const int n = 1 << log2;
  const int x = threadIdx.x;
  for (int i = x; i < n; i += blockDim.x) s[i] = in[i];
  for (int stride = n >> 2; stride > 0; stride >>= 2) {
    int low = x & (stride - 1);
    int at = ((x - low) << 1) + low;
    __syncthreads();
    float sum = s[at] + s[at + 2 * stride]; // race: 11
    s[at] = sum; // race: 10
  }
  __syncthreads();
  for (int i = x; i < n; i += blockDim.x) out[i] = s[i];
}
