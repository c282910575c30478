__global__ void spread(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x; // race: 2
}

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  int n = 128;
  auto size = [&n]() -> int & { return n; };
  size() = 64;
  spread<<<1, 128>>>(out, n);
}
