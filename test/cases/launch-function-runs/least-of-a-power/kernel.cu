__global__ void reduce(int *out) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if ((blockDim.x & (blockDim.x - 1)) != 0 || blockDim.x > 64) out[0] = t;
  else if (t == 0) out[0] = s[0];
}
int divider(int n) {
  if (n == 0) return 0;
  int d = 1;
  while ((n & d) == 0) d <<= 1;
  return d;
}
void run(int *out, int n) {
  int threads = min(divider(n), 64);
  reduce<<<1, threads, threads * sizeof(int)>>>(out);
}
