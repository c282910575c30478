// The arguments of cudaLaunchKernel are read at the launch, not where their addresses are taken.
#include <cuda_runtime.h>

__global__ void k(int *g, int n)
{
    if (n == 5) g[0] = threadIdx.x; // race: 6
}

void run(int *d)
{
    int n = 3;
    void *args[] = {&d, &n};
    n = 5;
    cudaLaunchKernel((const void *)k, dim3(1), dim3(32), args, 0, 0);
}
