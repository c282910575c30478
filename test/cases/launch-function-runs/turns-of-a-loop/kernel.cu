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
int halvings(int n) {
  int turns = 0;
  while (n > 1) { n >>= 1; turns++; }
  return turns;
}
void run(float *out, int n) {
  halve<<<1, n, 2 * n * sizeof(float)>>>(out, halvings(n / 2));
}
