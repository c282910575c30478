#include <map>
__global__ void put(int *a, int *b) {
  a[threadIdx.x] = 1;  // race: 4
  b[threadIdx.x + 1] = 2;
}
int main() {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  std::map<bool, int *> m;
  m[1] = d;
  m[2] = e;
  put<<<1, 64>>>(m[1], m[2]);
}
