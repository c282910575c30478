/** The grid may be larger than the picture. */
__global__ void fillAll(float *out, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w) out[y * w + x] = x + y;
}

void run(dim3 grid, dim3 block, float *out, int w) { fillAll<<<grid, block>>>(out, w); }
