#include <cstdio>
#include <vector>
__global__ void put(int *a, int *b) {
  a[threadIdx.x % 64] = b[threadIdx.x];
}
int main() {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  std::vector<int *> v = {d, e};
  int n = 64;
  printf("%0128d%d", 1, n);
  put<<<1, n>>>(v[0], v[1]);
}
