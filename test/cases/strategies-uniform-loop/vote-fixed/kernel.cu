__global__ void clip(float *data, int *found, int n) {
  int t = threadIdx.x;
  for (int base = 0; base < n; base += 64) {
    const int i = base + t;
    const bool active = i < n;
    int above = __syncthreads_count(active && data[i] > 1.0f);
    if (active) {
      if (above > 0) data[i] = 1.0f;
    }
    const int all = __syncthreads_and(!active || above == 0);
    if (active) {
      if (all) found[i] = 1;
    }
  }
}
