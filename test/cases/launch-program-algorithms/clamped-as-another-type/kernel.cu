#include <algorithm>
__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x; // race: 3
}

int main() {
  int *out, x = -1;
  cudaMalloc(&out, 4096);
  wrapped<<<1, 128>>>(out, std::clamp<int>(x, 64, 128));
}
