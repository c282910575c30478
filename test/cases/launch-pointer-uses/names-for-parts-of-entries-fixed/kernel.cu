#include <map>
__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];
}

int main(int argc, char **argv) {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  std::map<int, int *> m{{1, e}};
  for (auto &[k2, p] : m) p = d;
  int *x = d;
  int *y = m[1];
  shift<<<1, 64>>>(d, e);
}
