enum class Kind { none, some = 1 << 2 };

__device__ int place(unsigned bits) { return threadIdx.x; }
__device__ int place(Kind kind) { return 0; }

__global__ void kernel(int *out, Kind kind) {
    out[place(kind)] = threadIdx.x; // race: 7
}
