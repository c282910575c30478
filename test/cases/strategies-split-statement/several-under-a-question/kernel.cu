__global__ void nearer(const int *in, int *out) {
  __shared__ int d[384], k[384];
  int t = threadIdx.x;
  d[t] = in[t];
  k[t] = t;
  if (t < 128) d[t + 256] = k[t + 256] = 0;
  __syncthreads();
  if (d[t + 128] < d[t]) {  // race: 9
    d[t] = d[t + 128];  // race: 9
    k[t] = k[t + 128];  // race: 10
  }
  out[t] = k[t];
}
void run(const int *in, int *out) { nearer<<<1, 256>>>(in, out); }
