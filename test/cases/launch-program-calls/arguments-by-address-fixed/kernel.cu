__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}

int main() {
  int *out, n = 128, m = 64;
  cudaMalloc(&out, 4096);
  void *args[] = {&out, &m};
  args[1] = &n;
  cudaLaunchKernel((const void *)wrapped, dim3(1), dim3(128), args, 0, 0);
}
