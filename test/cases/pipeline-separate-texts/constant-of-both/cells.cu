#include "cells.cuh"
static const int step = 0;
__device__ int cellOf(int thread) { return thread * step; }
