#include <utility>

__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
struct Size {
  int n;
};

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  Size x{64}, y{128};
  std::swap(x, y);
  wrapped<<<1, 128>>>(out, x.n);
}
