__global__ void scale(float *weights, float by, int n) {
  for (int i = 0; i < n; i++)
    weights[i] = weights[i] * by;  // race: 3
}
