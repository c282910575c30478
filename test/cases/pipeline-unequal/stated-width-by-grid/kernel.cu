__global__ void tail(float *out, int w) {
  float sum = 0;
  for (int i = w; i < 9; i++) sum += threadIdx.x;
  out[0] = sum;  // race: 4
}
