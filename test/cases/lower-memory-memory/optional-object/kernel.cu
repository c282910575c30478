struct Scale { float x; int n; };
struct Block { Scale scale; int quants[4]; };
__device__ float scaled(const Scale &s) { Scale own = s; return own.x * own.n; }
// The gate is optional, and written.
__global__ void k(Block *a, Block *gate, float *out) {
  Block *used = a;
  if (gate != nullptr) used = gate;
  float sum = scaled(used[threadIdx.x].scale);
  used[threadIdx.x + 1].quants[0] = 1;
  used[(threadIdx.x + 1) % 64].scale.n = threadIdx.x; // race: 3
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
void launch(float *out) {
  Block *a, *gate;
  cudaMalloc(&a, 65 * sizeof(Block));
  cudaMalloc(&gate, 65 * sizeof(Block));
  k<<<1, 64>>>(a, gate, out);
}
