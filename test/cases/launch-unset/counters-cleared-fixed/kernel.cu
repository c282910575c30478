__global__ void scatter(const unsigned *in, unsigned *next, unsigned *out) {
  unsigned bin = in[blockIdx.x * 64 + threadIdx.x] & 15;
  out[atomicAdd(&next[0], 1u)] = bin;
}
int main() {
  unsigned *in, *next, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&next, 64);
  cudaMalloc(&out, 4096);
  cudaMemset(next, 0, 64);
  scatter<<<2, 64>>>(in, next, out);
}
