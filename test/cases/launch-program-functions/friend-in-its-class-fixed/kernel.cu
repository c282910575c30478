__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
struct Size {
  int n;
  friend void swap(Size &a, Size &b) {
    int n = a.n;
    a.n = b.n;
    b.n = n;
  }
};

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  Size x{64}, y{128};
  swap(x, y);
  wrapped<<<1, 128>>>(out, x.n);
}
