__global__ void half(float *data) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  if (t < 32) {
    __syncthreads(); // divergence
    data[t] = s[t];
  }
}
