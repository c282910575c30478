__global__ void k(const int *in, int *out) {
  __shared__ int s[33];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t == 0) s[32] = 0;
  __syncthreads();
  int next = s[t + 1];
  __syncthreads();
  if (next > s[t]) s[t] = next;
  out[t] = s[t];
}
