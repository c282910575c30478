__constant__ int counts[2];
__global__ void wrapped(int *out) {
  out[threadIdx.x % counts[1]] = threadIdx.x;  // race: 3
}

int main() {
  int *out, own[2] = {128, 128}, half = 64;
  cudaMalloc(&out, 4096);
  cudaMemcpyToSymbol(counts, own, sizeof own);
  cudaMemcpyToSymbol(counts, &half, sizeof half, 4);
  wrapped<<<1, 128>>>(out);
}
