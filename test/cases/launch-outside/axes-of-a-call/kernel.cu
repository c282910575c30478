// A function of the text computes a number of bits, and returns the divisor with it, which comes from the caller.
static uint3 counted(unsigned d) {
  unsigned bits = 0;
  while (bits < 32 && (1u << bits) < d) bits++;
  return make_uint3(0, bits, d);
}

__global__ void scatter(const float *x, float *__restrict__ out, uint3 rows, unsigned n, unsigned slice) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i / rows.z * slice + i % rows.z] = x[i];  // race: 11
}

void scatter_on(const float *x, float *out, unsigned rows, unsigned n, unsigned slice) {
  const uint3 divisor = counted(rows);
  scatter<<<(n + 127) / 128, 128>>>(x, out, divisor, n, slice);
}
