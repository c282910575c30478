__global__ void put(int *a) {
  a[threadIdx.x % 64] = threadIdx.x;  // race: 2
}
template <class D>
struct Launcher {
  void go(int *d) { put<<<1, static_cast<D *>(this)->block()>>>(d); }
  int block() { return 64; }
};
struct Wide : Launcher<Wide> {
  int block() { return 128; }
};
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  Wide wide;
  wide.go(d);
}
