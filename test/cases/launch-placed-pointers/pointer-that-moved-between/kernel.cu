__global__ void copy(float *to, const float *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] = from[i];  // race: 4
  }
}

void run(float *d) {
  float *was = d;
  d += 4;
  copy<<<1, 64>>>(was, d, 64);
}
