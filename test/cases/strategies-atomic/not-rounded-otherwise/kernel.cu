__global__ void add(float *sum, const double *in) {
  sum[0] += in[threadIdx.x];  // race: 2
}
