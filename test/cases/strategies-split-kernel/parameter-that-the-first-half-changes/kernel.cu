__global__ void turned(int *a, int *b, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  n = n / 2;
  a[i] = i;  // race: 5
  b[i] = a[255 - i] + n;
}

void run(int *a, int *b, int n) {
  turned<<<4, 64>>>(a, b, n);
}
