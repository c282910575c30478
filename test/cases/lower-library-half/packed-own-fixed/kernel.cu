#include <cuda_fp16.h>
__global__ void k(half2 *v, half *h) {
    int t = threadIdx.x;
    v[t] = __hadd2(v[t], __float2half2_rn(1.0f));
    h[2 * t] = __low2half(v[t]);
    h[2 * t + 1] = __high2half(v[t]);
}
