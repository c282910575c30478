struct S { int v; __device__ int cell() const & { return v; } __device__ int cell() && { return v / 2; } };
__global__ void k(int *out) { S s{(int)threadIdx.x}; out[s.cell()] = threadIdx.x; }
