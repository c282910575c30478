#include <vector>
__global__ void put(int *a, int *b) {
  a[threadIdx.x] = 1;
  b[threadIdx.x + 1] = 2;
}
struct Page {
  int n;
  int body[16];
};
int main() {
  Page *p;
  cudaMalloc(&p, 4096);
  std::vector<int *> v = {p->body, (int *)((char *)p + 128)};
  put<<<1, 16>>>(v[0], v[1]);
}
