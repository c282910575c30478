// What each lane adds to the sum of all is its own: no lane adds for the others.
__global__ void k(const float *x, float *sum) {
  float v = x[blockIdx.x * 32 + threadIdx.x];
  for (int m = 16; m > 0; m >>= 1) v += __shfl_xor_sync(0xffffffff, v, m);
  float w = v + x[threadIdx.x];
  atomicAdd(sum, w);
}
void launch(const float *x, float *sum, int n) { k<<<n, 32>>>(x, sum); }
