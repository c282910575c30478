__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
#include <vector>
void run(int *d) {
  int n = 256;
  std::vector<int> sizes;
  sizes.emplace_back(n);
  put<<<1, 256>>>(d, n);
}
