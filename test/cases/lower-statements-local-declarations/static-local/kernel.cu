__global__ void k() {
  static int last;
  last = threadIdx.x; // race: 3
}
