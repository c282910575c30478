__global__ void third(int *data) {
  int t = blockIdx.x * 32 + threadIdx.x, v = data[t];
  if (t < 64 || t >= 96) v += __shfl_xor_sync(0xffffffffu, v, 1);
  data[t] = v;
}
