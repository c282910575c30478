// The list says all axes.
__global__ void scale(int *out, uint3 by) { out[threadIdx.x * by.z] = threadIdx.x; }

static uint3 triple(unsigned a) { return {a, 2u, a / 2}; }

void scale_on(int *out) {
  const uint3 by = triple(4);
  scale<<<1, 32>>>(out, by);
}
