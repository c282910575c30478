__global__ void half(int *data) {
  int t = threadIdx.x, v = data[t];
  v += __shfl_xor_sync(0xffffu, v, 1);
  data[t] = v;
}
