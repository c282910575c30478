#include <vector>
__global__ void put(int *a, int *b) {
  a[threadIdx.x % 64] = b[threadIdx.x];
}
int size = 64;
auto get() { return (size); }
int main() {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  std::vector<int *> v = {d, e};
  auto &&own = get();
  own = 128;
  put<<<1, size>>>(v[0], v[1]);
}
