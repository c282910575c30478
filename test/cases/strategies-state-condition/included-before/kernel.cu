#include <cassert>
#include <cstdio>

__global__ void rows(float *a, int pitch) {
  a[threadIdx.y * pitch + threadIdx.x] = threadIdx.x * 2 + threadIdx.y;  // race: 5
}

void host(float *a, int pitch) { rows<<<1, dim3(8, 8)>>>(a, pitch); }
