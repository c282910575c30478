#include <functional>
__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];
}
struct W { void put(int *&o, int *v) { o = v; } };
int main(int argc, char **argv) {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  int *x = d;
  int *y = e;
  W w;
  auto m = std::mem_fn(&W::put);
  m(w, y, d);
  shift<<<1, 64>>>(d, e);
}
