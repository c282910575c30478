#include <cuda_fp16.h>
__global__ void add(const int *to, const __half *in, __half *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&out[to[i]], in[i]);
}
void run(const int *to, const __half *in, __half *out, int n) { add<<<4, 256>>>(to, in, out, n); }
