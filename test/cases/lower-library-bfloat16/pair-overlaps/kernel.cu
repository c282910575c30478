#include <cuda_bf16.h>
__global__ void k(__nv_bfloat16 *b, float *f) {
    int t = threadIdx.x;
    __nv_bfloat162 *p = reinterpret_cast<__nv_bfloat162 *>(b);
    p[t] = __floats2bfloat162_rn(f[t], f[t] * 2.0f); // race: 6
    b[63 + t] = __float2bfloat16(1.0f); // race: 5
}
