// The last steps of a reduction, by one warp.
__global__ void sum(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    __syncwarp();
    int more = s[t + 16];
    __syncwarp();
    s[t] += more;
  }
  if (t == 0) out[0] = s[0];
}
