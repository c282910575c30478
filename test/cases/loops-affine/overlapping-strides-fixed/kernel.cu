__global__ void fill(int *data, int n) {
  for (int i = threadIdx.x; i < n; i += 32)
    data[i] = threadIdx.x;
}
