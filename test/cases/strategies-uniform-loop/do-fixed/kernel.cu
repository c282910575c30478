__global__ void mirror(int *out, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int i = t;
  bool active = true;
  do {
    if (active) {
      s[t] = i < n ? in[i] : 0;
    }
    __syncthreads();
    if (active) {
      out[t] += s[63 - t];
    }
    __syncthreads();
    if (active) {
      i += 64;
    }
  } while (__syncthreads_or(active = active && i < n));
}
