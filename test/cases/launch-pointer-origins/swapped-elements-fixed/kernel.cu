#include <utility>
int probe(int);
__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];
}

int main(int argc, char **argv) {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  int k = probe(argc);
  if (k > 3) return 1;
  int *v[2] = {d, e};
  std::swap(v[0], v[1]);
  int *x = v[0];
  int *y = e;
  shift<<<1, 64>>>(d, e);
}
