__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x + 1];
}
void run() {
  int *d[2], *in, *out;
  for (int i = 0; i < 2; i++) cudaMalloc(&d[i], 65 * sizeof(int));
  for (int i = 0; i < 9; i++) shift<<<1, 64>>>(d[i % 2], d[1 - i % 2]);
  cudaMalloc(&in, 65 * sizeof(int));
  cudaMalloc(&out, 65 * sizeof(int));
  for (int i = 0; i < 9; i++) {
    shift<<<1, 64>>>(out, in);
    int *t = in;
    in = out;
    out = t;
  }
}
