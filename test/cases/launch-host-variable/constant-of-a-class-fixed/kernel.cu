__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
struct Size {
  int value;
  operator int() const { return value; }
};

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  const Size size{128};
  wrapped<<<1, 128>>>(out, size);
}
