__global__ void scan(int *data) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int other = t >= d ? s[t - d] : 0;
    __syncthreads();
    if (t >= d) s[t] += other;
    __syncthreads();
  }
  data[t] = s[t];
}
