#pragma once
__device__ int cellOf(int thread);
