__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Foot {};
int operator+(Foot, int) { return 128; }
struct Size {
  operator int() const { return 60; }
};
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  Size size;
  put<<<1, 128>>>(d, size + 4);
}
