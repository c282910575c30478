__global__ void fold(int *a, int n) {
  int t = threadIdx.x;
  a[t % n] = t;
}

int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int n = sizeof("0123456789012345678901234567890123456789012345678901234567890123");
  fold<<<1, 64>>>(d, n);
}
