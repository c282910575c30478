__global__ void push(const int *in, int *list, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0) list[(*count)++] = i;  // race: 3
}
