#include <cuda_fp16.h>
__global__ void add(__half2 *sums, __half2 value) {
  sums[threadIdx.x].x = __float2half(0.0f);
  atomicAdd(&sums[0], value); // race: 3
}
