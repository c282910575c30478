// The divisor comes from the caller; the pitch is what the text makes of it.
static uint3 kept(unsigned d) { return make_uint3(0, 0, d); }

__global__ void scatter(const float *x, float *__restrict__ out, uint3 rows, int n, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i / rows.z * pitch + i % rows.z] = x[i];  // race: 7
}

int shorter(int rows);

void scatter_on(const float *x, float *out, int rows, int n) {
  int pitch = rows;
  if (n > 4) pitch--;
  scatter<<<(n + 127) / 128, 128>>>(x, out, kept((unsigned)rows), n, pitch);
}
