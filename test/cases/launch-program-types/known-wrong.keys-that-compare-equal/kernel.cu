#include <map>
__global__ void put(int *a, int *b) {
  a[threadIdx.x] = 1;  // race: 4
  b[threadIdx.x + 1] = 2;
}
struct Half {
  bool operator()(int x, int y) const { return x / 2 < y / 2; }
};
int main() {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  std::map<int, int *, Half> m;
  m[0] = d;
  m[1] = e;
  put<<<1, 64>>>(m[0], m[1]);
}
