__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Launcher {
  Launcher(int *d, int n) { put<<<1, 256>>>(d, n); }
};
void run(int *d) {
  auto first = Launcher(d, 256);
  Launcher second{d, 64};
}
