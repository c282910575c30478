__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  int n = 128, m = 0;
  auto halve = [=, &n] { n = 64 + m; };
  halve();
  put<<<1, 128>>>(d, n);
}
