// What is added counts, too: in a loop it would count more than once.
__global__ void add(float *sum, const double *in, int *out) {
  int n = threadIdx.x;
  sum[0] += in[n++];  // race: 4
  out[threadIdx.x] = n;
}
void host(float *sum, const double *in, int *out) { add<<<1, 64>>>(sum, in, out); }
