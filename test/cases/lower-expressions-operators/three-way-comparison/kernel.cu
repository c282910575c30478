#include <compare>
__global__ void k(int *out) { auto c = (int)threadIdx.x <=> 64; out[c < 0 ? 0 : threadIdx.x] = threadIdx.x; } // race: 2
