#include <cuda_runtime.h>
__global__ void blur(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) a[i] = 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];  // race: 4
}
int main() {
  int n = 1 << 20;
  float *a;
  cudaMalloc(&a, n * sizeof(float));
  cudaMemset(a, 0, n * sizeof(float));
  for (int step = 0; step < 10; step++) blur<<<n / 256, 256>>>(a, n);
  cudaFree(a);
}
