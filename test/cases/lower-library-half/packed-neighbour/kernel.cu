#include <cuda_fp16.h>
// Two halves in one half2: the sums are the language's, the accesses are of 4 bytes.
__global__ void k(half2 *v, half *h) {
    int t = threadIdx.x;
    v[t] = __hadd2(v[t], __float2half2_rn(1.0f));
    h[t + 1] = __low2half(v[t]); // race: 7
    h[t] = __high2half(v[t]); // race: 6
}
