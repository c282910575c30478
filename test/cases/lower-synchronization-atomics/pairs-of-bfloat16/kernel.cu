#include <cuda_bf16.h>

__global__ void sum(__nv_bfloat162 *pairs, __nv_bfloat16 *one) {
  __nv_bfloat162 pair(1.0f, 2.0f);
  atomicAdd(&pairs[threadIdx.x % 8], pair);
  one[threadIdx.x] = pairs[0].x; // race: 5
}
