__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Stage { void exit(int code); };
struct Runner : Stage {
  void run(int *d, int n) {
    if (n < 256) exit(1);
    put<<<1, 256>>>(d, n);
  }
};
