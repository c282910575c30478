#define HERE (asked[t]++, out + t + 1)
__global__ void count(const int *in, int *out, int *asked) {
  int t = threadIdx.x;
  out[t] = in[t];
  __syncthreads();
  *HERE = *HERE;
}
void run(const int *in, int *out, int *asked) { count<<<1, 256>>>(in, out, asked); }
