__global__ void edges(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
  if (threadIdx.x == 0)
    out[i + blockDim.x] = 0; // race: 3
}
