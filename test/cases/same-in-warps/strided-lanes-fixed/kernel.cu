__global__ void masked(const float *weights, float *out, int rows) {
  __shared__ float row[64];
  float sum = 0;
  for (int r = 0; r < rows; r++) {
    row[threadIdx.x] = weights[r * 64 + threadIdx.x];
    __syncthreads();
    bool isLow = true;
    for (int k = threadIdx.x % 32; k < 64; k += 32) isLow = isLow && row[k] < 2;
    if (__ballot_sync(0xffffffff, isLow) & 1) {
      __syncthreads();
      continue;
    }
    sum += row[63 - threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
