__constant__ int count;
__global__ void wrapped(int *out) {
  out[threadIdx.x % count] = threadIdx.x;  // race: 3
}

int main() {
  int *out, own = 64;
  cudaMalloc(&out, 4096);
  cudaMemcpyToSymbol(count, &own, sizeof own);
  wrapped<<<1, 128>>>(out);
}
