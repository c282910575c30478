__global__ void turned(int *a, int *b) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = i;  // race: 4
  b[i] = a[127 - i];
}
