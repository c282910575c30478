__global__ void reduce(int *out) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if ((blockDim.x & (blockDim.x - 1)) != 0) out[0] = t;
  else if (t == 0) out[0] = s[0];
}
int power(int n) {
  int p = 1;
  while (p < n && p < 512) p *= 2;
  return p;
}
void run(int *out, int n) {
  int threads = power(n);
  reduce<<<1, threads, threads * sizeof(int)>>>(out);
}
