__global__ void kernel(int *out, const int *in) {
  int t = threadIdx.x;
  if (t > 0) out[t] = in[t - 1];
}

int main() {
  int *first, *second;
  cudaMalloc(&first, 256);
  cudaMalloc(&second, 256);
  auto link = [&](int *to) { to = first; };
  link(second);
  kernel<<<1, 64>>>(first, second);
  cudaDeviceSynchronize();
}
