__device__ int cell;
static __device__ int &other = cell;

__global__ void kernel(int *out) {
    if (threadIdx.x == 0) other = 1; // race: 6
    out[threadIdx.x] = cell;
}
