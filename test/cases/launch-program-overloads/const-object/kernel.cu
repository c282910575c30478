__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Size {
  int get(int) { return 128; }
  int get(long) const { return 64; }
};

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  const Size size{};
  wrapped<<<1, 128>>>(out, size.get(1));
}
