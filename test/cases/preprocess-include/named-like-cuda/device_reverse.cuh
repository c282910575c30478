#pragma once
#define TILE 64
// only the threads of a warp meet here
__device__ inline void meet() { __syncwarp(); }
