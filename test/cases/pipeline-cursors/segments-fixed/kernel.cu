__global__ void place(const int *child, int *sorted) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 8; i++) {
    int c = child[k * 8 + i];
    if (c >= 0) sorted[k * 8 + i] = c;
  }
}
void host(const int *child, int *sorted) { place<<<16, 64>>>(child, sorted); }
