__global__ void back(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (int k = 32; k > 0; k -= 8)
    if (t + k < 64)
      s[t] = s[t + k]; // race: 8
  __syncthreads();
  out[t] = s[t];
}
