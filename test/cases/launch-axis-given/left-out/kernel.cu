// The list says nothing of the last axis.
__global__ void scale(int *out, uint3 by) { out[threadIdx.x * by.z] = threadIdx.x; }  // race: 2

static uint3 pair(unsigned a) { return {a, 2u}; }

void scale_on(int *out) { scale<<<1, 32>>>(out, pair(4)); }
