__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x + 1];
}
void set(int *&p, int *v) { p = v; }
void run(int *a, int *b) {
  set(a, b);
  shift<<<1, 64>>>(a, b);
}
