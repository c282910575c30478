// not compiled by nvcc: the header is missing
#include "missing/narrow.h"

__global__ void kernel(narrow::Number *in, float *out) {
    const float4 *wide = reinterpret_cast<const float4 *>(in);
    float4 value = wide[threadIdx.x];
    out[threadIdx.x + 1] = value.y;
    out[threadIdx.x] = value.x;
}
