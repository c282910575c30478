__global__ void add(float *sum, const double *in) {
  if (threadIdx.x > 0) return;
  double all = 0;
  for (int i = 0; i < 64; i++) all += in[i];
  sum[0] += all;
}
