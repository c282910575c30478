// Each warp sums up rows, and only its first lane has the whole sum.
__global__ void rows(const float *in, float *out, int count) {
  int lane = threadIdx.x % 32;
  for (int row = threadIdx.x / 32; row < count; row += 8) {
    float sum = in[row * 32 + lane];
    for (int o = 16; o > 0; o /= 2) sum += __shfl_down_sync(0xffffffffu, sum, o);
    out[row] = sum;  // race: 7
  }
}

void run(const float *in, float *out, int count) { rows<<<1, 256>>>(in, out, count); }
