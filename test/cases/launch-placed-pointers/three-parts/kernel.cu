__global__ void copy(float *to, const float *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] = from[i];  // race: 4
  }
}

int main() {
  float *d;
  cudaMalloc(&d, 4096);
  float *a = d + 100;
  float *b = a;
  b += 40;
  copy<<<1, 64>>>(d, d + 64, 64);
  copy<<<1, 64>>>(b, a, 64);
}
