__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  int n = 64, m = 0;
  auto set = [=, &n] { n = 128 + m; };
  set();
  put<<<1, 128>>>(d, n);
}
