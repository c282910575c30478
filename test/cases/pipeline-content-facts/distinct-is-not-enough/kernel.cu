__global__ void shift(float *out, const int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[to[i]] = out[to[i] + 1]; // race: 4
}
