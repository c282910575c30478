static int *kept;
static void load(int *width) {
  *width = 64;
  kept = width;
}
static void shrink() { *kept /= 2; }
__global__ void fill(float *out, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  out[blockIdx.y * width + x] = blockIdx.y; // race: 9
}
void run(float *out) {
  int width;
  load(&width);
  dim3 grid(width / 8, 4);
  shrink();
  fill<<<grid, 8>>>(out, width);
}
