__global__ void accumulate(float *out, int n) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = 1.0f;
  float sum = 0.0f;
  for (int k = 0; k < n; k++) {
    sum += s[(t + k + 1) % 32]; // race: 4
    __syncthreads();
  }
  out[t] = sum;
}
