__global__ void halves(int *out) {
  int t = threadIdx.x;
  out[t / 2] = t;  // race: 3
}
