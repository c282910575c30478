// The third coordinate is left out: elements that differ only there are stored in one place.
__global__ void roll(float *out, const float *in, long long n0, long long n1, long long n2, long long n3, int by) {
  long long x = (long long)blockDim.x * blockIdx.x + threadIdx.x;
  if (x >= n0 * n1 * n2 * n3) return;
  long long i0 = x % n0;
  long long i1 = (x / n0) % n1;
  long long i2 = (x / (n0 * n1)) % n2;
  long long i3 = (x / (n0 * n1 * n2)) % n3;
  long long from = i0 + by < n0 ? i0 + by : i0 + by - n0;
  out[i3 * (n0 * n1 * n2) + i1 * n0 + i0] = in[i3 * (n0 * n1 * n2) + i2 * (n1 * n0) + i1 * n0 + from]; // race: 10
}

void launch(float *out, const float *in, long long n0, long long n1, long long n2, long long n3, int by) {
  roll<<<(n0 * n1 * n2 * n3 + 255) / 256, 256>>>(out, in, n0, n1, n2, n3, by);
}
