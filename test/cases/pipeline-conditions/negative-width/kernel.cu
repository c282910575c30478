__global__ void fill(int *out, int width) {
  int y = blockIdx.x, x = threadIdx.x;
  if (x < (unsigned)width) out[y * width + x] = x; // race: 3
}
void run(int *out, int width) { fill<<<4, 64>>>(out, width); }
