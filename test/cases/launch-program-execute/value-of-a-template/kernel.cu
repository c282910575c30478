__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x; // race: 2
}
template <int size> void go(int *out) {
  const int n = size < 128 ? 64 : size;
  wrapped<<<1, n>>>(out, size);
}

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  go<32>(out);
}
