__global__ void judge(const float *x, int *status) {
  int t = threadIdx.x;
  if (x[t] != 3.0f) *status = -1;
  if (x[t] > 2.0f && x[t] < 2.5f) *status = -1;
}
