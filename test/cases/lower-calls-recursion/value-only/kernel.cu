__device__ int steps(int n) { return n < 2 ? 0 : 1 + steps(n % 2 == 0 ? n / 2 : 3 * n + 1); }

__global__ void collatz(int *count) { count[threadIdx.x] = steps(threadIdx.x); }

void host(int *count) { collatz<<<1, 64>>>(count); }
