__global__ void fold(int *a, int n) {
  int t = threadIdx.x;
  a[t % n] = t;
}
struct T { int v; explicit T(int k) : v(k / 2) {} T(double k) : v((int)k) {} }; int f(T t) { return t.v; }
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int n = f(64);
  fold<<<1, 64>>>(d, n);
}
