__global__ void turned(int *a, int *b) {
  int i = blockIdx.x * 64 + threadIdx.x;
  for (int k = 0; k < 3; k++) {
    a[i] = k;  // race: 5
    b[i] = a[127 - i];
  }
}
