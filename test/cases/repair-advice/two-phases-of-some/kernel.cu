__global__ void turned(int *a, int *b) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= 100) return;
  a[i] = i;  // race: 5
  b[i] = a[99 - i];
}
