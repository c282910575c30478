__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];  // race: 3
}
namespace pool {
int *last;
}
void run() {
  int *d;
  cudaMalloc(&d, 4096);
  pool::last = d;
  shift<<<1, 64>>>(d, pool::last);
}
