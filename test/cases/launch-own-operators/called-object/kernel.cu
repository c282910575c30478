__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}

struct Size {
  int n = 128;
  Size &operator()(int m) {
    n = m;
    return *this;
  }
};
void run(int *d) {
  Size size;
  size(256)(64);
  put<<<1, 128>>>(d, size.n);
}
