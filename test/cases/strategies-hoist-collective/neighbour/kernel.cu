__global__ void neighbour(const float *in, float *out) {
  int t = threadIdx.x;
  float v = in[t];
  if (t % 32 != 31) {
    float next = __shfl_down_sync(0xffffffffu, v, 1);
    v = 0.5f * (v + next);
  }
  out[t] = v;
}
