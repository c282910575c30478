#include <tuple>
__global__ void put(int *a, int *__restrict__ b) {
  int t = threadIdx.x;
  a[t] = 1;
  b[t + 1] = t + 2;
}
void run(int *x, int *y) { put<<<1, 64>>>(x, y); }
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  std::apply(run, std::make_tuple(d, d));
}
