__global__ void append(int *list, int *count, const int *in) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[g] > 0) {
    int at = atomicAdd(count, 1);
    list[at] = g; // race: 6
    list[at + 1] = -1;
  }
}
