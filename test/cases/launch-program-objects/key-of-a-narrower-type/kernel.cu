#include <map>
__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];  // race: 4
}

int main(int argc, char **argv) {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  std::map<unsigned char, int *> m;
  m[1] = e;
  m[257] = d;
  int *x = d;
  int *y = m[1];
  shift<<<1, 64>>>(x, y);
}
