__global__ void tiles(int *out, int width) {
  int t = threadIdx.x;
  out[t / width * width + t % width] = t;
}
