__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Size {
  int value;
  operator int() const { return value / 2; }
};

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  const Size size{128};
  wrapped<<<1, 128>>>(out, size);
}
