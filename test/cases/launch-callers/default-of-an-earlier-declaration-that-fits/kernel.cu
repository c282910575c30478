__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
static void launch(int *d, int n = 256);
static void launch(int *d, int n) { put<<<1, 256>>>(d, n); }
void run(int *d) {
  launch(d, 512);
  launch(d);
}
