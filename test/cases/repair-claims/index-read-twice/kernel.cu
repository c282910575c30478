__global__ void claim(const int *v, int *owner, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && owner[v[i]] == -1) owner[v[i]] = i; // race: 3
}
