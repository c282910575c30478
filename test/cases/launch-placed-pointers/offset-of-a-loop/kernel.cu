__global__ void copy(float *to, const float *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] = from[i];
  }
}

void run(float *d) {
  for (int k = 4; k < 64; k++) copy<<<1, 64>>>(d, d + k, 64);
}
