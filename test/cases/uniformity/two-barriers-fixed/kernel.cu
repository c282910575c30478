__global__ void odd(float *data) {
  int t = threadIdx.x;
  if (t & 1)
    data[t] = 1.0f;
  __syncthreads();
  if (!(t & 1))
    data[t] = 2.0f;
}
