// The loop lets the factor grow until every row wraps around: no argument is without.
__global__ void store(int *a, unsigned n, unsigned s) {
  if (n == 0 || s == 0) return;
  unsigned x = s;
  while (x < 0x40000000u) x *= 2;
  a[threadIdx.x * (x * n)] = threadIdx.x;  // race: 6
}

void run(int *a, unsigned n, unsigned s) { store<<<1, 64>>>(a, n, s); }
