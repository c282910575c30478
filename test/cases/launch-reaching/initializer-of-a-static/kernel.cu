__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
void run(int *d) {
  int n = 64;
  static int once = (n = 256);
  put<<<1, 256>>>(d, n);
}
