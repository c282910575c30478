__constant__ int count;
__global__ void wrapped(int *out) {
  out[threadIdx.x % count] = threadIdx.x;  // race: 3
}

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  for (int n = 256; n >= 64; n /= 2) {
    cudaMemcpyToSymbol(count, &n, sizeof n);
    wrapped<<<1, 128>>>(out);
  }
}
