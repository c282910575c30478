__global__ void turned(const int *a, int *b);
void run(int *a, int *b) {
  turned<<<4, 64>>>(a, b);
}

__global__ void turned(const int *a, int *b) {
  int i = blockIdx.x * 64 + threadIdx.x;
  b[i] = a[255 - i];
}
