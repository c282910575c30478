/**
 * Kernels that race because of where numbers wrap around, are cut off or change their sign: each was once proved. None may be called
 * race-free (never-proved.test.ts).
 */
export const arithmeticKernels: Readonly<Record<string, string>> = {
  'the sum of a hash goes round before the end of a loop':
    '__global__ void k(unsigned *g, int n) { __shared__ int s[64]; unsigned sum = 0; int r = 0; do { sum += 0x9E3779B9u; r++; } while (r < n); s[0] = threadIdx.x + sum; }',
  'a counter goes down until it is out of range':
    '__global__ void k(int *g) { __shared__ int s[64]; unsigned i; for (i = threadIdx.x; i < 64; i--) { } s[i + 1] = threadIdx.x; }',
  'a counter goes down to the largest number':
    '__global__ void k(int *g) { __shared__ int s[64]; unsigned i; for (i = threadIdx.x + 1; i != ~0u; i--) { } s[i + 1] = threadIdx.x; }',
  'a counter without a guard goes below zero':
    '__global__ void k(int *g, int n) { __shared__ int s[64]; unsigned i = 5; for (int j = 0; j < n; j++) i -= 1; if (i > 1000u) s[0] = threadIdx.x; }',
  'a counter of 64 bits goes below zero':
    '__global__ void k(int *g, unsigned n) { __shared__ int s[64]; unsigned long long i; for (i = n; i < n + 1ull; i--) { } s[i == ~0ull ? 0 : threadIdx.x] = threadIdx.x; }',
  'a multiple of minus one is added to an int':
    '__global__ void k(int *g) { __shared__ int s[2000]; int i = 1000; unsigned d = (threadIdx.x / 2 + 1) * ~0u; for (int j = 0; j < 4; j++) { if (j == 2) s[i] = threadIdx.x; i += d; } }',
  'a negative amount is added to an unsigned number':
    '__global__ void k(int *g, int d, int n) { __shared__ int s[64]; unsigned i = 500; for (int j = 0; j < n; j++) i += d; if (i == 499) s[0] = threadIdx.x; }',
  'a byte is tripled until it gets smaller':
    '__global__ void k(int *g, int n) { __shared__ int s[64]; unsigned char c = 90 + threadIdx.x / 8; for (int j = 0; j < n && c < 200; j++) c *= 3; if (c < 90) s[0] = threadIdx.x; }',
  'a field has a sign':
    '__global__ void k(int *g) { __shared__ int s[64]; int t = threadIdx.x; if ((t << 28) >> 28 < 0) s[0] = t; }',
  'the highest bit of a warp is negative':
    '__global__ void k(int *g) { __shared__ int s[64]; int bit = 1 << (threadIdx.x & 31); if (bit < 0) s[0] = threadIdx.x; }',
  'a number of which the highest bit is shifted in':
    '__global__ void k(int *g, int n) { __shared__ int s[64]; int x = n << 26; if (x < 0 && n > 0) s[0] = threadIdx.x; }',
  'a counter wraps around after four steps':
    '__global__ void k(int *g) { __shared__ unsigned c; __shared__ int s[256]; if (threadIdx.x == 0) c = 0; __syncthreads(); int i = atomicAdd(&c, 0x40000000u) >> 24; s[i] = threadIdx.x; }',
};
