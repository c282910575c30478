#include <cuda_bf16.h>

struct Half16 { unsigned short bits; __device__ Half16(__nv_bfloat16 x) { bits = __bfloat16_as_ushort(x); } };
static __device__ float __bfloat162float(const Half16 x) { return __bfloat162float(*reinterpret_cast<const __nv_bfloat16 *>(&x)); }

__global__ void kernel(float *out, const __nv_bfloat16 *in) {
    Half16 own(in[threadIdx.x]);
    out[threadIdx.x / 1] = __bfloat162float(own);
}
