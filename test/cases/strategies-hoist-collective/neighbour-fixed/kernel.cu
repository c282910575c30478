__global__ void neighbour(const float *in, float *out) {
  int t = threadIdx.x;
  float v = in[t];
  float next = __shfl_down_sync(0xffffffffu, v, 1);
  if (t % 32 != 31) {
    v = 0.5f * (v + next);
  }
  out[t] = v;
}
