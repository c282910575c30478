#include <vector>
__global__ void put(int *a, int *b) {
  a[threadIdx.x % 64] = b[threadIdx.x];  // race: 3
}
int size = 64;
[[gnu::constructor]] void twice() { size *= 2; }
int main() {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  std::vector<int *> v = {d, e};
  put<<<1, size>>>(v[0], v[1]);
}
