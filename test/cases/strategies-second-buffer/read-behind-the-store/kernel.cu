#include <cuda_runtime.h>
__global__ void step(int *a, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = a[i] + 1;
  if (i + 64 < n) a[i + 64 * n] = a[i + 64];  // race: 4
}
int main() {
  int *a;
  cudaMalloc(&a, 4 * 65 * 1024);
  step<<<16, 64>>>(a, 1024);
}
