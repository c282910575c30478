__global__ void halve(float *out, int turns) {
  extern __shared__ float s[];
  float *x = s + blockDim.x;
  int t = threadIdx.x, d = 1 << turns;
  s[t] = t;
  __syncthreads();
  if (t < d) x[t] = s[t] + s[t + d];
  __syncthreads();
  out[t] = x[t];
}

void run(float *out, int n) {
  int turns = log2(n / 2);
  halve<<<1, n, 2 * n * sizeof(float)>>>(out, turns);
}
