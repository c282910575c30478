// The halves are 96 apart, and each is 128 long.
__global__ void dequantize(const float *from, float *to, long cols, unsigned long row) {
  float *out = to + blockIdx.x * row;
  for (long block = blockIdx.y; block < cols / 256; block += gridDim.y) {
    const int t = threadIdx.x;
    const int half = t / 32;
    const int lane = t - 32 * half;
    float *at = out + block * 256 + 96 * half + lane;
    at[0] = from[t]; // race: 12
    at[32] = from[t + 1];
    at[64] = from[t + 2];
    at[96] = from[t + 3];
  }
}
void run(const float *from, float *to) {
  dequantize<<<dim3(1, 4), 64>>>(from, to, 1024, 1024);
}
