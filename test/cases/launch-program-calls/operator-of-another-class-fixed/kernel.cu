__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
struct Foot {};
int operator+(Foot, int) { return 64; }
struct Size {};
int operator+(Size, int) { return 128; }
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  Size size;
  put<<<1, 128>>>(d, size + 4);
}
