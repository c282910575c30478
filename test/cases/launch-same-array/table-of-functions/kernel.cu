__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x + 1];
}
typedef void (*Step)(int *, int *);
void once(int *out, int *in) { shift<<<1, 64>>>(out, in); }
void none(int *out, int *in) {}
void other(int *out, int *in) {}
Step steps[] = {once, none, other};
void run(int k) {
  int *a, *b;
  cudaMalloc(&a, 65 * sizeof(int));
  cudaMalloc(&b, 65 * sizeof(int));
  steps[k](a, b);
}
