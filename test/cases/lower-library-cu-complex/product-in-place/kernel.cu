#include <cuComplex.h>
// A complex number is a float2: its neighbour begins 8 bytes further.
__global__ void k(cuFloatComplex *z, float *re) {
    int t = threadIdx.x;
    z[t] = cuCmulf(z[t], make_cuFloatComplex(0.0f, 1.0f));
    re[t] = cuCrealf(cuCaddf(z[t], cuConjf(z[t])));
}
