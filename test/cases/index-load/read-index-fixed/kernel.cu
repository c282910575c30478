__global__ void readIndex(int *a, const int *index) {
  int x = index[threadIdx.x];
  if (x < 0 || x >= 64 || index[x + 64] != threadIdx.x) return;
  a[x] = threadIdx.x;
}
