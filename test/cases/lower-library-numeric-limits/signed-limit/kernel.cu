#include <limits>
__global__ void k(int *a) {
    unsigned t = threadIdx.x;
    a[t < std::numeric_limits<signed char>::max() ? t : 127] = t; // race: 4
}
