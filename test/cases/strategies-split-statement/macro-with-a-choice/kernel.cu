#define EARLY n > 4 ? t < 100 : t < 50
__global__ void shift(const int *in, int *out, int n) {
  __shared__ int s[257];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t == 0) s[256] = 0;
  __syncthreads();
  if (EARLY) s[t] = s[t + 1];  // race: 8
  __syncthreads();
  out[t] = s[t];
}
void run(const int *in, int *out, int n) { shift<<<1, 256>>>(in, out, n); }
