__global__ void tail(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  int next = s[(t + 1) % 64];
  __syncthreads();
  if (t >= n) return;
  s[t] = next;
  __syncthreads(); // divergence
  out[t] = s[(t + 2) % 64];
}
