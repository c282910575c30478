struct Divider { unsigned multiplier, shift, divisor; };

__device__ unsigned quotient(unsigned n, Divider by) { return (__umulhi(n, by.multiplier) + n) >> by.shift; }

__global__ void sums(float *out, const float *in, unsigned n, Divider columns) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned row = quotient(i, columns);
  unsigned column = i - row * columns.divisor;
  out[row] += in[i] * column;  // race: 10
}
