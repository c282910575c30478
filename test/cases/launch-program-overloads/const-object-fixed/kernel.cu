__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
struct Size {
  int get(int) const { return 128; }
  int get(long) const { return 64; }
};

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  const Size size{};
  wrapped<<<1, 128>>>(out, size.get(1));
}
