enum Plain { zero, one };
struct Options { Plain plain; };

__device__ int place(int i) { return threadIdx.x * i; }
__device__ int place(long i) { return threadIdx.x; }

__global__ void kernel(int *out, Options options) {
    out[place(zero)] = threadIdx.x; // race: 8
}
