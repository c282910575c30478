#include <cuda_runtime.h>
__global__ void blur(float *a, int from) {
  int i = from + blockIdx.x * 256 + threadIdx.x;
  a[i + 1] = 0.5f * a[i];  // race: 4
}
int main() {
  float *a;
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaMalloc(&a, 4 * 4096);
  blur<<<4, 256, 0, s>>>(a, 0);
  blur<<<4, 256, 0, t>>>(a, 2048);
  cudaDeviceSynchronize();
}
