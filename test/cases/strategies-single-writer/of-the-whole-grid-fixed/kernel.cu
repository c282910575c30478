__global__ void scale(float *weights, float by, int n) {
  for (int i = 0; i < n; i++)
    if (blockIdx.x == 0 && threadIdx.x == 0 && threadIdx.y == 0) weights[i] = weights[i] * by;
}
