__global__ void claim(const int *to, int *owner) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = to[i];
  if (owner[v] == -1) owner[v] = i;  // race: 4
}
