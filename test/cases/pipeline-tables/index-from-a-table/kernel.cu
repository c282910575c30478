__constant__ int order[4] = {2, 0, 3, 1};

__global__ void permute(int *out) {
  if (threadIdx.x < 4) out[order[threadIdx.x]] = threadIdx.x;
}

int main() {
  int *out;
  cudaMalloc(&out, 4 * sizeof(int));
  permute<<<1, 32>>>(out);
}
