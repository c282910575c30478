__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];  // race: 3
}
int *other; struct Buf { int *p; Buf(int *q) : p(q) {} Buf(const Buf &o) : p(other) {} };
int main(int argc, char **argv) {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  other = e;
  Buf a(d);
  Buf b = a;
  int *x = b.p;
  int *y = e;
  shift<<<1, 64>>>(x, y);
}
