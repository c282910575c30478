__global__ void twice(int *a, const int *b) {
  a[threadIdx.x] = 2 * b[threadIdx.x];
}
struct Tensor {
  int *data;
};
void place(Tensor *t, Tensor *of);
void run() {
  Tensor s, t;
  cudaMalloc(&s.data, 64 * sizeof(int));
  cudaMalloc(&t.data, 64 * sizeof(int));
  place(&t, &s);
  twice<<<1, 64>>>(t.data, s.data);
}
