__global__ void turn(int *out, int *found, int n) {
  __shared__ int s[64];
  __shared__ int low[64];
  int t = threadIdx.x;
  low[t] = t < n;
  __syncthreads();
  s[t] = out[t];       // race: 8
  out[t] = s[63 - t];  // race: 7
  if (t > 0 && low[t - 1] == 1 && low[t] == 0) found[0] = t;
}

void host(int *out, int *found, int n) { turn<<<1, 64>>>(out, found, n); }
