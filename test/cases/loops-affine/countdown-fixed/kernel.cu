__global__ void back(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  int last = s[t];
  for (int k = 32; k > 0; k -= 8)
    if (t + k < 64)
      last = s[t + k];
  __syncthreads();
  s[t] = last;
  out[t] = s[t];
}
