#include "reverse.cuh"

__global__ void reverse(int *a) {
  __shared__ int s[SIZE];
  int t = threadIdx.x;
  s[t] = a[t];
  MEET;
  a[t] = s[SIZE - 1 - t];
}

void host(int *a) { reverse<<<1, SIZE>>>(a); }
