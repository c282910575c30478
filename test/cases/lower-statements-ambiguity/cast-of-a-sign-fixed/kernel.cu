typedef unsigned char byte;
__global__ void k(int *g) {
  int t = threadIdx.x;
  g[(byte) - t] = t;
}
