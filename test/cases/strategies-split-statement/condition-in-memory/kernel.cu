__global__ void merge(const int *in, int *data) {
  int t = threadIdx.x;
  if (in[t] > 3) {
    data[t] = data[t ^ 1] * 2;  // race: 4
  }
}
