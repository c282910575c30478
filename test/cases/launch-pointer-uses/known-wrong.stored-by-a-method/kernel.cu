#include <atomic>
__global__ void kernel(int *out, const int *in) {
  int t = threadIdx.x;
  if (t > 0) out[t] = in[t - 1]; // race: 4
}

int main() {
  int *first, *second;
  cudaMalloc(&first, 256);
  cudaMalloc(&second, 256);
  std::atomic<int *> kept{nullptr};
  kept.store(first);
  kernel<<<1, 64>>>(first, kept.load());
}
