__global__ void scatter(float *out, int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  to[i] = 0;
  out[to[i]] = i; // race: 5
}
