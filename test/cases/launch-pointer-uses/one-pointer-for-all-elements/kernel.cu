#include <vector>
__global__ void put(int *a, int *b) {
  a[threadIdx.x] = 1;
  b[threadIdx.x + 1] = 2;
}
void run(int *d) {
  std::vector<int *> all;
  all.resize(2, d);
  put<<<1, 64>>>(all[0], all[1]);
}
