__global__ void count(const int *in, int *total, int *seen) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0)
    atomicAdd(total, 1);
  if (i == 0)
    seen[0] = *total; // race: 4
}
