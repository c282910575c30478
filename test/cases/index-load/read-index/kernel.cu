__global__ void readIndex(int *a, const int *index) {
  int x = index[threadIdx.x];
  if (x >= 0 && x < 64) a[x] = threadIdx.x; // race: 3
}
