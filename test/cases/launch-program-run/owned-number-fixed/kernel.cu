#include <memory>
__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  auto count = std::make_unique<int>(128);
  int &same = *count;
  same = 128;
  wrapped<<<1, 128>>>(d, *count);
}
