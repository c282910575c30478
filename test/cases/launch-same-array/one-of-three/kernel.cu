__global__ void sums(int *a, const int *b, const int *c) {
  a[threadIdx.x] = b[threadIdx.x] + c[threadIdx.x / 2];
}
struct Tensor {
  int *data;
};
void place(Tensor *t, Tensor *of, Tensor *with);
void run() {
  Tensor s, t, u;
  cudaMalloc(&s.data, 64 * sizeof(int));
  cudaMalloc(&t.data, 64 * sizeof(int));
  cudaMalloc(&u.data, 64 * sizeof(int));
  place(&t, &s, &u);
  sums<<<1, 64>>>(t.data, s.data, u.data);
}
