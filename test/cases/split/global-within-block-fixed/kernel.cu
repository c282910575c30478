__global__ void fold(float *data) {
  int base = blockIdx.x * blockDim.x;
  int t = threadIdx.x;
  data[base + t] = data[base + t] * 2.0f;
  __syncthreads();
  if (t < blockDim.x / 2)
    data[base + t] += data[base + t + blockDim.x / 2];
}
