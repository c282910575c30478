__global__ void readIndexBack(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x / 2;
  int x = s[threadIdx.x];
  a[x] = threadIdx.x; // race: 5
}
