__host__ __device__ constexpr int size() {
#ifdef __CUDA_ARCH__
  return 64;
#else
  return 32;
#endif
}
__global__ void fill(int *a) {
  a[threadIdx.x % size()] = threadIdx.x;
}

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  fill<<<1, size()>>>(d);
}
