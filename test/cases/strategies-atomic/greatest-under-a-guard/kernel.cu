__global__ void most(const int *in, int *best, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > *best) *best = in[i];  // race: 3
}
