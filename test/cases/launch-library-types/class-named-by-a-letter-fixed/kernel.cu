#include <optional>
__global__ void fold(int *a, int n) {
  int t = threadIdx.x;
  a[t % n] = t;
}
struct W { W(int &o, int v) { o = v; } };
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int n = 64;
  std::optional<W> w(std::in_place, n, 32);
  fold<<<1, 64>>>(d, 64);
}
