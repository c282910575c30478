__global__ void table(float *out, const int *slot, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[slot[i]] = i;
  out[m + i] = 1;
}
