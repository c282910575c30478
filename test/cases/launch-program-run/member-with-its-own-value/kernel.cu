__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Launcher {
  int count = 128, block = 256;
  int *data;
  Launcher(int *given) : data(given) { go(); }
  void go() { wrapped<<<1, block>>>(data, count); }
};

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  Launcher launcher(d);
}
