#include <array>
__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 3
}

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  std::array<int, 2> sizes{64, 128};
  auto copy = sizes;
  sizes.fill(128);
  wrapped<<<1, 128>>>(d, copy[0]);
}
