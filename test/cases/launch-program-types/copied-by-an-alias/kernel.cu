#include <vector>
__global__ void put(int *a, int *b) {
  a[threadIdx.x % 64] = b[threadIdx.x];  // race: 3
}
struct Other { int n; };
struct Config {
  using Self = Config;
  int n = 64;
  Config() {}
  Config(const Self &other) : n(other.n * 2) {}
};
int main() {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  std::vector<int *> v = {d, e};
  std::vector<Config> all;
  Config first;
  all.push_back(first);
  put<<<1, all[0].n>>>(v[0], v[1]);
}
