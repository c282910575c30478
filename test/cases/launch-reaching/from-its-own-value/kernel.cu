// `blocks` is read before it is written in one assignment. Twice as many blocks would let the second iteration wrap around.
__global__ void scale(float *x, int n) {
  for (unsigned i = blockIdx.x * 1024; i < n; i += gridDim.x * 1024)
    if (i + threadIdx.x < n) x[i + threadIdx.x] *= 2;
}
void run(float *x, int n) {
  int blocks = n / 1024;
  blocks = n % 1024 == 0 ? blocks : blocks + 1;
  scale<<<blocks, 1024>>>(x, n);
}
