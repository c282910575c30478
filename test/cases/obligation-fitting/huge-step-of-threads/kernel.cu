// What the threads of a block add wraps around whatever the argument is: no block speaks for all its threads.
__global__ void store(int *a, unsigned n) {
  if (n < 64 || n >= 0x01000000u) return;
  a[blockIdx.x * n + threadIdx.x * 0x10000000u] = threadIdx.x;  // race: 4
}

void run(int *a, unsigned n) { store<<<4, 64>>>(a, n); }
