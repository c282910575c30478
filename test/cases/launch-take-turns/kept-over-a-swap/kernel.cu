__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x + 1];
}
void run(int *a, int *b, int n) {
  for (int i = 0; i < n; i++) {
    int *kept = a;
    if (i & 1) {
      std::swap(a, b);
    }
    a = kept;
    shift<<<1, 64>>>(a, b);
  }
}
