#include <vector>
__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];
}

int main(int argc, char **argv) {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  int *r[2] = {d, e};
  std::vector<int *> v(r, r + 2);
  int *x = d;
  int *y = v[ 0 ];
  shift<<<1, 64>>>(d, e);
}
