__global__ void copy(const float *in, float *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = in[i] + blockIdx.x; // race: 3
}
