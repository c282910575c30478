__global__ void readIndexBack(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = 63 - threadIdx.x;
  int x = s[threadIdx.x];
  a[x] = threadIdx.x;
}
