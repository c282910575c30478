__global__ void shift(int *a, const int *b) {
  int t = threadIdx.x;
  a[t] = b[t + 1];  // race: 3
}

int main() {
  int *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  int *f = e;
  for (int i = 0; i < 2; i++) {
    shift<<<1, 64>>>(d, f);
    f = d;
  }
}
