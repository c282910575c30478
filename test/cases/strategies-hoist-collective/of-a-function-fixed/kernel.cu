__device__ float warp_sum(float v) {
  for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o);
  return v;
}
__global__ void of_a_function(const float *in, float *out) {
  int t = threadIdx.x;
  float v = in[t];
  float sum = warp_sum(v);
  if (t % 32 < 16) {
    if (t == 0) out[64] = sum;
  }
  out[t] = v;
}
