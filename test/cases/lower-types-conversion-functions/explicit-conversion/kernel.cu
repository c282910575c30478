struct I { int v; __device__ operator int() const { return v; } __device__ explicit operator long() const { return v / 2; } };
__global__ void k(int *out) { I i{(int)threadIdx.x}; out[(long)i] = threadIdx.x; } // race: 2
