struct Scale { float x; int n; };
struct Block { Scale scale; int quants[4]; };
__device__ float scaled(const Scale &s) { Scale own = s; return own.x * own.n; }
__device__ int quant(const void *quants, int k) { return ((const int *)quants)[k]; }
__device__ float total(const void *blocks, int k) {
  const Block *b = (const Block *)blocks + k;
  return scaled(b->scale) + quant(b->quants, k % 4);
}
// The gate is optional: members and arrays of an object behind a pointer that may be null.
__global__ void k(const void *a, const void *gate, float *out) {
  const void *used = nullptr;
  if (gate != nullptr) used = gate;
  float sum = total(a, threadIdx.x);
  if (used) sum += total(used, threadIdx.x);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
void launch(const void *a, const void *gate, float *out, int n) { k<<<n, 64>>>(a, gate, out); }
