__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
struct Size {
  operator long() const { return 128; }
};

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  Size size;
  int n = size;
  wrapped<<<1, 128>>>(out, n);
}
