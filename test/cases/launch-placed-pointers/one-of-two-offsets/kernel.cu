__global__ void copy(float *to, const float *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] = from[i];
  }
}

void run(float *d, bool far) {
  copy<<<1, 64>>>(d, far ? d + 64 : d + 1, 64);
}
