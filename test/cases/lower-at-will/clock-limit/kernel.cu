__global__ void refine(float *x, long long limit) {
  __shared__ float s[64];
  int t = threadIdx.x;
  long long start = clock64();
  for (int k = 0; k < 100; k++) {
    if (clock64() - start > limit)
      break;
    s[t] = x[t];
    __syncthreads();  // divergence
    x[t] = 0.5f * (s[t] + s[63 - t]);
    __syncthreads();
  }
}
int main() {
  float *x;
  cudaMalloc(&x, 256);
  refine<<<1, 64>>>(x, 100000);
}
