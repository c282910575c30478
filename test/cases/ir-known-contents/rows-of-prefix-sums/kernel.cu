__global__ void rows(int *out, const int *first) {
  int r = threadIdx.x;
  for (int i = first[r]; i < first[r + 1]; i++)
    out[i] = r;  // race: 4
}

int main() {
  int *out, *first, own[33];
  cudaMalloc(&out, 4096);
  cudaMalloc(&first, sizeof own);
  own[0] = 0;
  for (int i = 0; i < 32; i++) own[i + 1] = own[i] + 4;
  own[4] = 9;
  cudaMemcpy(first, own, sizeof own, cudaMemcpyHostToDevice);
  rows<<<1, 32>>>(out, first);
}
