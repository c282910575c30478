/**
 * Kernels that race because of where numbers wrap around, are cut off or change their sign: each was once proved. None
 * may be called race-free (never-proved.test.ts).
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
  'a number of 64 bits is cut to 32 by a loop that goes beyond them, as the launch passes it':
    '__global__ void k(float *a, long long n) { for (long long i = blockIdx.x * 256ll + threadIdx.x; i < n; i += 256000) a[(unsigned)i] = i; } void go(float *a) { k<<<1000, 256>>>(a, 1ll << 33); }',
  'the same with a limit in the kernel, and the grid that a launch passes':
    '__global__ void k(float *a) { for (long long i = blockIdx.x * 256ll + threadIdx.x; i < (1ll << 33); i += 256000) a[(int)i & 0x7fffffff] = i; } void go(float *a) { k<<<1000, 256>>>(a); }',
  'the start of an inner loop wraps around in later iterations of the outer one, with sizes that the launch passes':
    '__global__ void k(int *a, int n, unsigned rows) { for (unsigned r = blockIdx.x; r < rows; r += gridDim.x) for (int i = r * n + threadIdx.x; i < (int)(r * n + n); i += 256) a[i] = r; } void go(int *a) { k<<<1000, 256>>>(a, 1 << 22, 1 << 12); }',
  'a quotient is cut to eight bits before it is divided again, with sizes that the launch passes':
    '__global__ void k(int *a, int n, int m) { int x = blockIdx.x * 256 + threadIdx.x; int q = (unsigned char)(x / n); a[q / m * (n * m) + q % m * n + x % n] = x; } void go(int *a) { k<<<16, 256>>>(a, 1, 2); }',
  'a product of divisors wraps around that the launch passes':
    '__global__ void k(int *a, unsigned n, unsigned m) { unsigned x = blockIdx.x * 256 + threadIdx.x; if (x / n / m != x / (n * m)) a[0] = threadIdx.x; } void go(int *a, unsigned n) { k<<<4096, 256>>>(a, 65537, 65536); }',
  'remainders of numbers of both signs share their places, with a size that the launch passes':
    '__global__ void k(int *a, int n) { int x = (int)threadIdx.x - 128; if (n > 0) a[x % n + n] = x; } void go(int *a) { k<<<1, 256>>>(a, 64); }',
  'digits of which the middle one is taken by another size than the launch passes':
    '__global__ void k(int *a, int n, int m, int l) { int x = blockIdx.x * 256 + threadIdx.x; if (x < n * m * l) a[x / (n * m) * (n * m) + x / n % l * n + x % n] = x; } void go(int *a) { k<<<16, 256>>>(a, 8, 32, 16); }',
  'rows of blocks that overlap by one':
    '__global__ void k(int *a, int n, int total) { int start = blockIdx.x * n; int end = start + n + 1; if (end > total) end = total; for (int i = start + threadIdx.x; i < end; i += 256) a[i] = blockIdx.x; }',
  'a stride that holds a row only as a remainder of 64 bits, which the launch passes':
    '__global__ void k(int *a, size_t s, size_t n) { size_t y = blockIdx.x; if (s * 4 >= n * 4) for (size_t x = threadIdx.x; x < n && x < 4096; x += 256) a[y * s + x] = y; } void go(int *a) { k<<<16, 256>>>(a, 16, (1ull << 62) + 16); }',
};
