__global__ void shift(int *out, const int *in) {
  out[threadIdx.x] = in[threadIdx.x + 1]; // race: 2
}

int main() {
  int *out;
  cudaMalloc(&out, 65 * sizeof(int));
  int *in = out;
  void *args[2];
  args[0] = &out;
  args[1] = &in;
  cudaLaunchKernel((const void *)shift, dim3(1), dim3(64), args, 0, 0);
}
