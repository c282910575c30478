__global__ void steps(float *data, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = 0.0f;
  if (t < n) {
    float sum = 0.0f;

    #pragma unroll
    for (int k = 0; k < 4; ++k) { // four rows
      s[t] = data[64 * k + t];
      __syncthreads(); // divergence
      sum += s[63 - t];
      __syncthreads();
    }
    data[t] = sum;
  }
}
