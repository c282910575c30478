// not compiled by nvcc: its header is missing
#include "threads_of_kernels.h"

__global__ void fill(int *out, int BLOCK) { out[threadIdx.x] = BLOCK + threadIdx.y; } // race: 4

void run(int *out) { fill<<<1, BLOCK>>>(out, 5); }
