#include <vector>
#include <utility>
__global__ void fold(int *a, int n) {
  int t = threadIdx.x;
  a[t % n] = t;  // race: 5
}

int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  std::vector<int> v(64), w(32);
  w = std::move(v);
  int n = (int)v.size() + 1;
  fold<<<1, 64>>>(d, n);
}
