__global__ void copy(float *to, const float *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] = from[i];
  }
}

int gap();
void run(float *d, int n) {
  copy<<<(n + 127) / 128, 128>>>(d, d + gap(), n);
}
