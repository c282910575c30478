#include <vector>
__global__ void put(int *a, int *b) {
  a[threadIdx.x % 64] = b[threadIdx.x];
}
int main() {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  std::vector<int *> v = {d, e};
  int n = 16, left = 2;
  switch (left) {
    case 0:
      n += 8;
        n += 16;
    case 2:
        n += 48;
      
  }
  put<<<1, n>>>(v[0], v[1]);
}
