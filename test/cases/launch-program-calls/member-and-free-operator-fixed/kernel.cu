__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
struct Size {
  int operator+(long) const { return 128; }
};

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  Size size;
  wrapped<<<1, 128>>>(out, size + 1);
}
