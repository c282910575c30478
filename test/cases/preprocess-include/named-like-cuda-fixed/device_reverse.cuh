#pragma once
#define TILE 64
// all threads of the block meet here
__device__ inline void meet() { __syncthreads(); }
