__global__ void number(unsigned *out) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  out[x * 4] = x;
}

void launch(unsigned *out, int blocks) { number<<<blocks, 256>>>(out); }
