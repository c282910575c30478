__global__ void shift(int *a, int *b) {
  a[threadIdx.x] = 1;
  b[threadIdx.x + 1] = threadIdx.x;
}

int main() {
  char *d;
  cudaMalloc(&d, 4096);
  size_t at = (size_t)d;
  at += 256;
  shift<<<1, 64>>>((int *)d, (int *)at);
}
