__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
#include <tuple>
void run(int *d) {
  int n = 256;
  std::tuple<int &> t(n);
  std::get<0>(t) = 1;
  put<<<1, 256>>>(d, n);
}
