#include "cells.cuh"
#define STEP 2

__global__ void kernel(int *out) {
    out[cellOf(threadIdx.x) + STEP] = threadIdx.x;
}
