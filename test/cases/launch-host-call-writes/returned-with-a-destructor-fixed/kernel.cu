__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
struct Size {
  int n = 128;
  struct Halving {
    int size;
    ~Halving() { size = 64; }
  };
  Halving halving() { return Halving{n}; }
};
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  Size size;
  size.halving();
  put<<<1, 128>>>(d, size.n);
}
