__global__ void rows(int *data) {
  int i = threadIdx.y * blockDim.x + threadIdx.x, v = data[i];
  if (threadIdx.y > 0) v += __shfl_xor_sync(0xffffffffu, v, 1);
  data[i] = v;
}
