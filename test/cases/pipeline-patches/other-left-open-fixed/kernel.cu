__global__ void turn(int *out, int *found, unsigned n, unsigned m) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  out[t] = s[63 - t];
}

void host(int *out, int *found, unsigned n, unsigned m) { turn<<<1, 64>>>(out, found, n, m); }
