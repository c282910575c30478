__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x + 1]; // race: 2
}
struct Arrays { int *from, *to; };
void launch(Arrays p) {
  shift<<<1, 64>>>(p.to, p.from);
}
void run(int n) {
  int *d;
  cudaMalloc(&d, n * sizeof(int));
  int *copy = d;
  Arrays both;
  both.to = d;
  both.from = copy;
  launch(both);
}
