__global__ void claim(const int *to, int *owner, int *won) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = to[i];
  if (v >= 0 && owner[v] == -1) {  // race: 5
    owner[v] = i;                  // race: 4
    won[i] = v;
  }
}
