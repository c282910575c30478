__global__ void mark(const int *in, int *out) {
  __shared__ int s[257];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t == 0) s[256] = 0;
  const bool stores = s[t] > 9;
  __syncthreads();
  if (stores) s[t + 1] = 1;
  __syncthreads();
  out[t] = s[t];
}
void run(const int *in, int *out) { mark<<<1, 256>>>(in, out); }
