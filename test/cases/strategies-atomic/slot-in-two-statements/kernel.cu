__global__ void push(const int *in, int *list, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0) {
    int slot = *count;  // race: 5
    *count = slot + 1;  // race: 5
    list[slot] = i;
  }
}
