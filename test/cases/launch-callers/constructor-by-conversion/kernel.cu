__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Launcher {
  int *d;
  Launcher(int n) {
    cudaMalloc(&d, 4096);
    put<<<1, 256>>>(d, n);
  }
};
void use(Launcher launcher);
void run() {
  use(Launcher(256));
  use(64);
}
