__global__ void mark(int *out) {
  int i = threadIdx.x;
  const int &now = i;
  i = 0;
  out[now] = threadIdx.x; // race: 5
}
