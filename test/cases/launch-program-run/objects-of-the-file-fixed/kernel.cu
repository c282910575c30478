__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
int n = 256;
struct Halving {
  Halving() { n /= 2; }
};
Halving all[1];
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  put<<<1, 128>>>(d, n);
}
