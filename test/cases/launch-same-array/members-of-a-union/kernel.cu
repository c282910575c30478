__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x + 1];
}
union Either {
  int *a;
  const int *b;
};
void run(int *x) {
  Either e;
  e.a = x;
  shift<<<1, 64>>>(e.a, e.b);
}
