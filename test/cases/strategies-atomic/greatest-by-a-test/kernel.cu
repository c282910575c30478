__global__ void greatest(const int *data, int *most) {
  int v = data[blockIdx.x * blockDim.x + threadIdx.x];
  if (v > *most)
    *most = v;  // race: 3, 4
}
