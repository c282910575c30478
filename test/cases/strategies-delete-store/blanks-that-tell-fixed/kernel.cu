__global__ void shift(int *in, int *out) {
  int t = threadIdx.x, i = t + 1, j = -1;
  out[t] = in[t];
  __syncthreads();
  int other = out[i++ - j];
  __syncthreads();
  out[i + +-j] = other;
  in[t + 512] = i;
}
void run(int *in, int *out) { shift<<<1, 256>>>(in, out); }
