__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Size {
  int n;
  friend void swap(Size &, Size &) {}
};

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  Size x{64}, y{128};
  swap(x, y);
  wrapped<<<1, 128>>>(out, x.n);
}
