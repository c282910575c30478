__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
void run(int *d, int n, int mode) {
  switch (mode) {
    case 0: {
      if (n < 256) return;
      put<<<1, 256>>>(d, n);
    }
  }
}
