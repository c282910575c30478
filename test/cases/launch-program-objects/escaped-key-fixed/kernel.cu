#include <map>
#include <string>
__global__ void put(int *a, int *b) {
  a[threadIdx.x] = 1;
  b[threadIdx.x + 1] = 2;
}
int main() {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  std::map<std::string, int *> m;
  m["a"] = d;
  m["b"] = e;
  put<<<1, 64>>>(m["a"], m["b"]);
}
