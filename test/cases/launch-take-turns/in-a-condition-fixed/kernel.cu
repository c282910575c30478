#include <algorithm>
__global__ void put(int *a, int *__restrict__ b) {
  int t = threadIdx.x;
  a[t] = 1;
  b[t + 1] = t + 2;
}
int main() {
  int *x, *y;
  cudaMalloc(&x, 4096);
  cudaMalloc(&y, 4096);
  if (int *most = std::max(x, y)) put<<<1, 64>>>(most, y);
}
