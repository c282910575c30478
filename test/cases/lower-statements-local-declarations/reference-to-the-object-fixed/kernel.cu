__global__ void mark(int *out) {
  int i = threadIdx.x;
  const long long &now = i;
  i = 0;
  out[now] = threadIdx.x;
}
