#include <cstdio>
#include <cstdlib>
__global__ void mirror(int *a, int n) {
  __shared__ int t[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) {
    t[threadIdx.x] = a[i];
    __syncthreads(); // divergence
    a[i] = t[63 - threadIdx.x];
  }
}
void run(int *a, int n) {
  if (n % 64 != 0) fprintf(stderr, "n should be a multiple of 64\n");
  mirror<<<(n + 63) / 64, 64>>>(a, n);
}
