__global__ void add(float *sum, const double *in, int *out) {
  int n = threadIdx.x;
  if (n == 0) sum[0] += in[n];
  out[threadIdx.x] = n + 1;
}
void host(float *sum, const double *in, int *out) { add<<<1, 64>>>(sum, in, out); }
