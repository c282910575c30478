// Whoever puts its number over the 0 of a slot owns it.
__global__ void fill(int *owner, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = i / 2;
  if (atomicCAS(&owner[s], 0, i + 1) == 0) data[s] = i;
}
