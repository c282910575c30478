#include <cuda/std/utility>
__global__ void k(int *a) {
    int t = threadIdx.x;
    int left = t, right = 64;
    cuda::std::swap(left, right);
    a[left] = right; // race: 6
}
