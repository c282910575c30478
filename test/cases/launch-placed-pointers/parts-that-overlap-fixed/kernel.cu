__global__ void copy(float *to, const float *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] = from[i];
  }
}

int main() {
  float *d;
  cudaMalloc(&d, 8192);
  copy<<<4, 256>>>(d, d + 1000, 1000);
}
