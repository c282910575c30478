#include <vector>
__global__ void put(int *a, int *b) {
  a[threadIdx.x % 64] = b[threadIdx.x];
}
struct Config {
  int n = 64;
  Config() {}
  template <class T> Config(T *other) : n(other->n * 2) {}
};
int main() {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  std::vector<int *> v = {d, e};
  Config first;
  auto second = first;
  put<<<1, second.n>>>(v[0], v[1]);
}
