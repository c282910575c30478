#include <cuComplex.h>
__global__ void k(cuFloatComplex *z) {
    int t = threadIdx.x;
    z[t] = cuCmulf(z[t], make_cuFloatComplex(0.0f, 1.0f)); // race: 5
    z[t].x = cuCrealf(z[t + 1]); // race: 4, 5
}
