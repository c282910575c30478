__global__ void refine(float *x, long long limit) {
  __shared__ float s[64];
  __shared__ bool late;
  int t = threadIdx.x;
  long long start = clock64();
  for (int k = 0; k < 100; k++) {
    if (t == 0)
      late = clock64() - start > limit;
    s[t] = x[t];
    __syncthreads();
    if (late)
      break;
    x[t] = 0.5f * (s[t] + s[63 - t]);
    __syncthreads();
  }
}
int main() {
  float *x;
  cudaMalloc(&x, 256);
  refine<<<1, 64>>>(x, 100000);
}
