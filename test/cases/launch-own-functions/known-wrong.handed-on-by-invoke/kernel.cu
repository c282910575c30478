#include <functional>
__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];  // race: 4
}
struct W { void put(int *&o, int *v) { o = v; } };
int main(int argc, char **argv) {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  int *x = d;
  int *y = e;
  W w;
  std::invoke(&W::put, w, y, d);
  shift<<<1, 64>>>(x, y);
}
