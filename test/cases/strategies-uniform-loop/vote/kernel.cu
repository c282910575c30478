__global__ void clip(float *data, int *found, int n) {
  int t = threadIdx.x;
  for (int i = t; i < n; i += 64) {
    int above = __syncthreads_count(data[i] > 1.0f); // divergence
    if (above > 0) data[i] = 1.0f;
    if (__syncthreads_and(above == 0)) found[i] = 1;
  }
}
