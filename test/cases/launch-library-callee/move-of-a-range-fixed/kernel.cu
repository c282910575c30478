#include <algorithm>
__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];
}

int main(int argc, char **argv) {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  int *v[2] = {e, e}, *w[2] = {d, d};
  std::move(w, w + 2, v);
  int *x = d;
  int *y = v[0];
  shift<<<1, 64>>>(d, e);
}
