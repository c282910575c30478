__global__ void half(float *data) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  if (t < 32)
    data[t] = s[63 - t];
}
