__global__ void shift(int *a, int *b) {
  a[threadIdx.x] = 1; // race: 3
  b[threadIdx.x + 1] = threadIdx.x; // race: 2
}

int main() {
  char *d;
  cudaMalloc(&d, 4096);
  size_t at = (size_t)d;
  at += 64;
  shift<<<1, 64>>>((int *)d, (int *)at);
}
