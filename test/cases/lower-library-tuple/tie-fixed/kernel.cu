#include <thrust/tuple.h>

__device__ thrust::tuple<int, int> split(int x) { return thrust::make_tuple(x / 2, x % 2); }

__global__ void kernel(int *out) {
    int row, column;
    thrust::tie(row, column) = split(threadIdx.x);
    out[row * 2 + column] = threadIdx.x;
}
