__global__ void greatest(const int *data, int *most) {
  int v = data[blockIdx.x * blockDim.x + threadIdx.x];
  atomicMax(most, v);
}
