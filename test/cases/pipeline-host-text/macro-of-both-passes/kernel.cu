#ifdef __CUDA_ARCH__
#define SIZE 64
#else
#define SIZE 256
#endif
__global__ void fill(int *a) {
  a[threadIdx.x % SIZE] = threadIdx.x;  // race: 7
}

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  fill<<<1, SIZE>>>(d);
}
