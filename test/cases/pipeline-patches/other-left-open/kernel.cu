__global__ void turn(int *out, int *found, unsigned n, unsigned m) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  s[t] = out[t];                                            // race: 5
  out[t] = s[63 - t];                                       // race: 4
  if (t < 64 && (t * t * n + m * n * t) * n * n == n * m * m + 1) found[0] = t;
}

void host(int *out, int *found, unsigned n, unsigned m) { turn<<<1, 64>>>(out, found, n, m); }
