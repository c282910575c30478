__global__ void k(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (s[t + 1] > s[t]) s[t] = s[t + 1]; // race: 6
  out[t] = s[t];
}
