// Steps of 16 end within a row.
__global__ void store(int *a, unsigned n) {
  if (n < 1024 || n >= 0x01000000u) return;
  a[blockIdx.x * n + threadIdx.x * 16u] = threadIdx.x;
}

void run(int *a, unsigned n) { store<<<4, 64>>>(a, n); }
