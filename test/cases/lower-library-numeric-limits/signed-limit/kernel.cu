#include <cuda/std/limits>
__global__ void k(int *a) {
    unsigned t = threadIdx.x;
    a[t < cuda::std::numeric_limits<signed char>::max() ? t : 127] = t; // race: 4
}
