#include <optional>
__global__ void kernel(int *out, const int *in) {
  int t = threadIdx.x;
  if (t > 0) out[t] = in[t - 1];
}

int main() {
  int *first, *second;
  cudaMalloc(&first, 256);
  cudaMalloc(&second, 256);
  std::optional<int *> other = second;
  kernel<<<1, 64>>>(first, other.value());
}
