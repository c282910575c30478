#include <cuda_bf16.h>
#include <cuda_fp8.h>

__global__ void kernel(__nv_fp8x4_e4m3 *packed, const __nv_bfloat162 *bias) {
    int t = threadIdx.x;
    __nv_bfloat162 low((float)t, 1.0f);
    __nv_bfloat162 high = __nv_bfloat162(2.0f, 3.0f);
    packed[t] = __nv_fp8x4_e4m3(__hadd2(low, bias[t]), high);
    ((unsigned char *)packed)[4 * t + 3] = t;
}
