__global__ void spread(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  int n = 128;
  auto size = [&n]() -> int { return n; };
  size();
  spread<<<1, 128>>>(out, n);
}
