#include <cassert>

__device__ void meet(int *a) {
#ifndef NDEBUG
  a[threadIdx.x] = 0;
#endif
  __syncthreads();
}

__global__ void shift(int *a, int n) {
  __shared__ int s[64];
  assert(n == 64);
  int t = threadIdx.x;
  s[t] = a[t];
  meet(a);
  a[t] = s[(t + 1) % n];
}

void host(int *a, int n) { shift<<<1, 64>>>(a, n); }
