#include <map>
__global__ void fold(int *a, int n) {
  int t = threadIdx.x;
  a[t % n] = t;
}
struct W { W(int &o) { o = 32; } };
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int n = 64;
  std::map<int, W> m;
  m.emplace(1, n);
  fold<<<1, 64>>>(d, 64);
}
