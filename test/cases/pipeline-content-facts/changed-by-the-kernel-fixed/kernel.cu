__global__ void scatter(float *out, const int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[to[i]] = i;
}
