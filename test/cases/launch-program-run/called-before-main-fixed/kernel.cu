__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
const int n = 128;
__attribute__((constructor)) static void halve() {}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  put<<<1, 128>>>(d, n);
}
