/** Whoever launches it sees to it that the grid covers the picture exactly. */
__global__ void fillAll(float *out, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * w + x] = x + y; // race: 5
}

void run(dim3 grid, dim3 block, float *out, int w) { fillAll<<<grid, block>>>(out, w); }
