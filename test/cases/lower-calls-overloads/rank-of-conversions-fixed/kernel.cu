__device__ int cellOf(long long) { return threadIdx.x; }
__device__ int cellOf(int) { return 0; }

__global__ void kernel(int *out) {
    long long kind = threadIdx.x;
    out[cellOf(kind)] = threadIdx.x;
}
