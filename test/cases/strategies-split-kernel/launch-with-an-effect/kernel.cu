__global__ void turned(int *a, int *b, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = i;  // race: 4
  b[i] = a[255 - i] + n;
}

void run(int *a, int *b, int n) {
  while (n < 8)
    turned<<<4, 64>>>(a, b, n++);
}
