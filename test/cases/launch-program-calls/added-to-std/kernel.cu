#include <utility>

__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 4
}
struct Size {
  int n;
};
namespace std {
template <> void swap<Size>(Size &, Size &) noexcept {}
}

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  Size x{64}, y{128};
  std::swap(x, y);
  wrapped<<<1, 128>>>(out, x.n);
}
