__global__ void push(int *items, int *size, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) {
    items[atomicAdd(size, 1)] = in[i];
  }
}
