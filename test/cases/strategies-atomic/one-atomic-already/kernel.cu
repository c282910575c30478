__global__ void balance(const float *in, const float *out, float *sum, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    sum[0] += in[i];  // race: 3, 4
    atomicAdd(&sum[0], -(2.0f * out[i]));  // race: 3
  }
}
