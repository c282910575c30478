__constant__ int count;
__global__ void wrapped(int *out) {
  out[threadIdx.x % count] = threadIdx.x;
}

int main() {
  int *out, own = 128;
  cudaMalloc(&out, 4096);
  cudaMemcpyToSymbol(count, &own, sizeof own);
  wrapped<<<1, 128>>>(out);
}
