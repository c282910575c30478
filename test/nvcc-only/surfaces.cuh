/** For nvcc only (`npm run check:nvcc`): cases that include it show what happens where it is not seen. */
#pragma once
__device__ cudaSurfaceObject_t inverted;
