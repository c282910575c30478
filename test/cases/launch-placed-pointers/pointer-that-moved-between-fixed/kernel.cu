__global__ void copy(float *to, const float *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] = from[i];
  }
}

void run(float *d) {
  d += 4;
  float *was = d;
  copy<<<1, 64>>>(was, d, 64);
}
