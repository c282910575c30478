__global__ void fill(int *data, int n) {
  for (int i = threadIdx.x; i < n; i += 31)
    data[i] = threadIdx.x;  // race: 3
}
