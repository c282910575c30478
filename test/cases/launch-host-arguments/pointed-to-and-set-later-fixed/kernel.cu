// The arguments of cudaLaunchKernel are read at the launch, not where their addresses are taken.
#include <cuda_runtime.h>

__global__ void k(int *g, int n)
{
    if (n == 5) g[0] = threadIdx.x;
}

void run(int *d)
{
    int n = 5;
    void *args[] = {&d, &n};
    n = 3;
    cudaLaunchKernel((const void *)k, dim3(1), dim3(32), args, 0, 0);
}
