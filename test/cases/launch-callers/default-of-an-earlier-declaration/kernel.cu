__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
void launch(int *d, int n = 64);
void launch(int *d, int n) { put<<<1, 256>>>(d, n); }
void run(int *d) {
  launch(d, 256);
  launch(d);
}
