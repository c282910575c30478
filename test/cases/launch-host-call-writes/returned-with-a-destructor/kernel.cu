__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Size {
  int n = 128;
  struct Halving {
    Size &size;
    ~Halving() { size.n = 64; }
  };
  Halving halving() { return Halving{*this}; }
};
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  Size size;
  size.halving();
  put<<<1, 128>>>(d, size.n);
}
