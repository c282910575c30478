__global__ void rows(const float *in, float *out, int n) {
  __shared__ float tile[32];
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k++) {
    tile[t] = in[k * 32 + t];
    __syncthreads();
    sum += tile[31 - t];
    __syncthreads();
  }
  out[t] = sum;
}
