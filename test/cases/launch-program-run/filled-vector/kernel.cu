#include <vector>
__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];  // race: 4
}

int main() {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  std::vector<int *> v(2, d);
  shift<<<1, 64>>>(v[0], v[1]);
}
