__global__ void turned(int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  a[i] = i;  // race: 7
  __syncthreads();  // divergence
  // backwards
  b[i] = a[n - 1 - i];
}

void run(int *a, int *b, int n) {
  turned<<<(n + 63) / 64, 64>>>(a, b, n);
}
