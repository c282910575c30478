__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];
}
namespace pool {
int *last;
}
void run() {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  pool::last = e;
  shift<<<1, 64>>>(d, pool::last);
}
