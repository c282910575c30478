// not compiled by nvcc: the header with the type is not here
#include <lib/types.h>
using lib::half_t;
template <class T>
__device__ int *get() {
  __shared__ int data[64];
  return data;
}
__global__ void k(int *out) {
  get<lib::half_t>()[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = get<half_t>()[63 - threadIdx.x];
}
