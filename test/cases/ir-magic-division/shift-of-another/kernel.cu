// The shift belongs to another divisor than the multiplier: no quotient, and threads meet.
struct Divider { unsigned multiplier, shift, divisor; };

__global__ void copy(float *out, const float *in, unsigned n, Divider a, Divider b) {
  unsigned i = threadIdx.x;
  if (i >= n) return;
  unsigned row = (__umulhi(i, a.multiplier) + i) >> b.shift;
  unsigned column = i - row * a.divisor * b.divisor;
  out[row * a.divisor * b.divisor + column * 0] = in[i];  // race: 9
}
