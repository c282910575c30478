__global__ void put(int *a, int *b) {
  int t = threadIdx.x;
  a[t] = 1;
  b[t + 1] = t + 2;
}
struct B {
  int *a, *b;
  B(int *x, int *y) : a(x), b(y) {}
};
struct C : B {
  using B::B;
  void run() { put<<<1, 64>>>(a, b); }
};
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  C c(d, d);
  c.run();
}
