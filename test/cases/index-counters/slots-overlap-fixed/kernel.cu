__global__ void append(int *list, int *count, const int *in) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[g] > 0) {
    int at = atomicAdd(count, 2);
    list[at] = g;
    list[at + 1] = -1;
  }
}
