__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x + 1];
}
void run() {
  int *now, *next, *last;
  cudaMalloc(&now, 65 * sizeof(int));
  cudaMalloc(&next, 65 * sizeof(int));
  cudaMalloc(&last, 65 * sizeof(int));
  for (int i = 0; i < 9; i++) {
    shift<<<1, 64>>>(next, now);
    int *t = last;
    last = now;
    now = next;
    next = t;
  }
}
