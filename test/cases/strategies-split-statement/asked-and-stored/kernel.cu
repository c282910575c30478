__global__ void mark(const int *in, int *out) {
  __shared__ int s[257];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t == 0) s[256] = 0;
  __syncthreads();
  if (s[t] > 9) s[t + 1] = 1;  // race: 7
  __syncthreads();
  out[t] = s[t];
}
void run(const int *in, int *out) { mark<<<1, 256>>>(in, out); }
