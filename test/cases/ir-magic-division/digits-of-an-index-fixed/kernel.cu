struct Divider { unsigned multiplier, shift, divisor; };

__device__ unsigned quotient(unsigned n, Divider by) {
  unsigned high = __umulhi(n, by.multiplier);
  return (high + n) >> by.shift;
}

__global__ void copy(float *out, const float *in, unsigned n, Divider columns) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned row = quotient(i, columns);
  unsigned column = i - row * columns.divisor;
  out[i] = in[i] + row * column;
}
