__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];  // race: 3
}
void run() {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  int *both[2] = {d, e}, **next = both;
  *++next = d;
  shift<<<1, 64>>>(both[0], both[1]);
}
