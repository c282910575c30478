__global__ void copy(float *to, const float *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] = from[i];  // race: 4
  }
}

int main() {
  float *d;
  cudaMalloc(&d, 4096);
  copy<<<4, 256>>>(d, d + 1, 1000);
}
