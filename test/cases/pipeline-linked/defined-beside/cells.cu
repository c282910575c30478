#include "cells.cuh"
#define STEP 0
__device__ int cellOf(int thread) { return thread * STEP; }
