// Who has stored gives the slot back, and the next thread finds it free.
__global__ void fill(int *owner, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = i / 2;
  if (atomicCAS(&owner[s], 0, i + 1) == 0) {
    data[s] = i;  // race: 6
    atomicExch(&owner[s], 0);
  }
}
