__global__ void fold(int *a, int n) {
  int t = threadIdx.x;
  a[t % n] = t;  // race: 3
}

int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  char c = (char)200;
  int n = c < 0 ? 32 : 64;
  fold<<<1, 64>>>(d, n);
}
