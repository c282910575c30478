__device__ constexpr int operator""_half(unsigned long long x) { return x / 2; }
__global__ void set(int *a) {
  a[threadIdx.x % 128_half] = threadIdx.x;
}

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  set<<<1, 64>>>(d);
}
