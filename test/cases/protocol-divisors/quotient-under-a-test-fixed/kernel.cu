__global__ void tiles(int *out, int width) {
  int t = threadIdx.x;
  int at = t;
  if (width != 0) at = t / width * width + t % width;
  out[at] = t;
}
