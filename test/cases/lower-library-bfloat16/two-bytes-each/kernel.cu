#include <cuda_bf16.h>
// bfloat16 has 2 bytes: the pair that thread t writes ends where that of thread t + 1 begins.
__global__ void k(__nv_bfloat16 *b, float *f) {
    int t = threadIdx.x;
    __nv_bfloat162 *p = reinterpret_cast<__nv_bfloat162 *>(b);
    p[t] = __floats2bfloat162_rn(f[t], f[t] * 2.0f);
    b[64 + t] = __float2bfloat16(__bfloat162float(p[t].x) + 1.0f);
}
