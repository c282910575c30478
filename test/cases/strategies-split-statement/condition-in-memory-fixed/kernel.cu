__global__ void merge(const int *in, int *data) {
  int t = threadIdx.x;
  const bool stores = in[t] > 3;
  int value = stores ? data[t ^ 1] * 2 : 0;
  __syncthreads();
  if (stores) {
    data[t] = value;
  }
}
