__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x + 1];  // race: 2
}
void run(int *x) {
  auto go = [](int *a, const int *b) { shift<<<1, 64>>>(a, b); };
  go(x, x);
}
