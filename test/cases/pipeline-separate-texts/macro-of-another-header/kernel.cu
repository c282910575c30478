#include "wide.h"
#include "step.h"
#include "cells.cuh"

__global__ void kernel(int *out) {
    out[cellOf(threadIdx.x)] = threadIdx.x;
}
