struct S { int v; __device__ int cell() const & { return v; } __device__ int cell() && { return v / 2; } };
__global__ void k(int *out) { out[S{(int)threadIdx.x}.cell()] = threadIdx.x; } // race: 2
