__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
void run(int *d, int n, int mode) {
  switch (mode) {
    case 0: {
      if (n < 256) return;
    case 1:
      put<<<1, 256>>>(d, n);
    }
  }
}
