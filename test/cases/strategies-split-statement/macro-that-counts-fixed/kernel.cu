#define MORE asked++ < n
__global__ void shift(const int *in, int *out, int n) {
  __shared__ int s[257];
  int t = threadIdx.x, asked = 0;
  s[t] = in[t];
  if (t == 0) s[256] = 0;
  __syncthreads();
  const bool stores = MORE;
  int other = stores ? s[t + 1] : 0;
  __syncthreads();
  if (stores) s[t] = other;
  out[t] = s[t] + asked;
}
void run(const int *in, int *out, int n) { shift<<<1, 256>>>(in, out, n); }
