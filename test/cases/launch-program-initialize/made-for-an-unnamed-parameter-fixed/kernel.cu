__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
int n = 256;
struct Halving {
  Halving(int) { n /= 2; }
};
void halve(Halving) {}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  halve(1);
  put<<<1, 128>>>(d, n);
}
