/** The coordinates of a tensor of four dimensions, each taken from what the larger ones leave. */
__global__ void place(char *out, const float *in, long long total, long long n0, long long n1, long long n2, long long b0, long long b1, long long b2, long long b3) {
  const long long i = (long long)blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= total) return;
  const long long i3 = i / (n0 * n1 * n2);
  const long long i2 = (i - i3 * n0 * n1 * n2) / (n0 * n1);
  const long long i1 = (i - i3 * n0 * n1 * n2 - i2 * n1 * n0) / n0;
  const long long i0 = i - i3 * n0 * n1 * n2 - i2 * n1 * n0 - i1 * n0;
  *(float *)(out + i0 * b0 + i1 * b1 + i2 * b2 + i3 * b3) = in[i] + threadIdx.x; // race: 9
}
