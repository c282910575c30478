enum class Mode { whole = 1, half };
template <Mode mode> struct Share {
  static constexpr int parts = 1;
};
template <> struct Share<Mode::half> {
  static constexpr int parts = 2;
};
__global__ void put(int *a) {
  int t = threadIdx.x;
  a[t / Share<Mode::half>::parts] = t; // race: 10
}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  put<<<1, 64>>>(d);
}
