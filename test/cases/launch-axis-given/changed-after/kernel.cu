// A function changes what another one has made.
__global__ void scale(int *out, uint3 by) { out[threadIdx.x * by.z] = threadIdx.x; }  // race: 2

static uint3 triple(unsigned a) { return {a, 2u, a / 2}; }
static void reset(uint3 &v) { v.z = 0; }

void scale_on(int *out) {
  uint3 by = triple(4);
  reset(by);
  scale<<<1, 32>>>(out, by);
}
