__constant__ int order[4];

__global__ void permute(int *out) {
  if (threadIdx.x < 4) out[order[threadIdx.x]] = threadIdx.x;  // race: 4
}

int main(int argc, char **argv) {
  int *out;
  int given[4] = {argc, 0, 3, 1};
  cudaMalloc(&out, 4 * sizeof(int));
  cudaMemcpyToSymbol(order, given, sizeof given);
  permute<<<1, 32>>>(out);
}
