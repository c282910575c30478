__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Size {
  int operator+(long) const { return 128; }
};
int operator+(Size, int) { return 64; }

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  Size size;
  wrapped<<<1, 128>>>(out, size + 1);
}
