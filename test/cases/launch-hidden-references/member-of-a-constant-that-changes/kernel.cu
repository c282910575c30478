__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Sizes {
  mutable int n = 128, other = 1;
  void set() const { n = 64; }
};

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  const Sizes sizes;
  sizes.set();
  wrapped<<<1, 128>>>(d, sizes.n);
}
