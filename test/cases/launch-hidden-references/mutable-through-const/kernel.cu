__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Size {
  mutable int n = 128;
  void halve() const { n /= 2; }
};
void halved(const Size &size) { size.halve(); }
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  Size size;
  halved(size);
  put<<<1, 128>>>(d, size.n);
}
