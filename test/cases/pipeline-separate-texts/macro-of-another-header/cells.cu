#include "step.h"
#include "cells.cuh"
__device__ int cellOf(int thread) { return thread * STEP; }
