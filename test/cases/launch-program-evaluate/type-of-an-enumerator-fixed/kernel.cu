#include <vector>
__global__ void put(int *a, int *b) {
  a[threadIdx.x % 64] = b[threadIdx.x];
}
enum Kind : int { A, B };
template <class T>
void run(int *a, int *b, T) {
  put<<<1, 128 / sizeof(T)>>>(a, b);
}
int main() {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  std::vector<int *> v = {d, e};
  run(v[0], v[1], B);
}
