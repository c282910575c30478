// The factor is the argument alone.
__global__ void store(int *a, unsigned n, unsigned s) {
  if (n == 0 || s == 0) return;
  a[threadIdx.x * n] = s;
}

void run(int *a, unsigned n, unsigned s) { store<<<1, 64>>>(a, n, s); }
