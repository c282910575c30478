__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];
}
struct Both {
  int *b, *a;
};
void run() {
  Both *both = new Both;
  cudaMalloc(&both->a, 256);
  cudaMalloc(&both->b, 260);
  shift<<<1, 64>>>(both->a, both->b);
}
