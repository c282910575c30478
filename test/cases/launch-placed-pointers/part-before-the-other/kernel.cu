__global__ void copy(float *to, const float *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] = from[i];  // race: 4
  }
}

void run(float *d) {
  float *p = &d[2];
  copy<<<4, 256>>>(p, d, 1000);
}
