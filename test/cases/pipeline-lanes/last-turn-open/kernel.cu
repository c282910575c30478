__global__ void sums(const int *in, int *out, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += 64) sum += __shfl_xor_sync(0xffffffffu, in[i], 1);
  out[threadIdx.x] = sum;
}

void host(int *in, int *out, int n) { sums<<<1, 64>>>(in, out, n); }
