// Two warps store a block of 256: which half is by quotient, and which element by what the quotient leaves, as written by hand.
__global__ void dequantize(const float *from, float *to, long cols, unsigned long row, unsigned long matrix) {
  float *out = to + blockIdx.x * row + blockIdx.z * matrix;
  for (long block = blockIdx.y; block < cols / 256; block += gridDim.y) {
    const int t = threadIdx.x;
    const int half = t / 32;
    const int lane = t - 32 * half;
    float *at = out + block * 256 + 128 * half + lane;
    at[0] = from[t]; // race: 9
    at[32] = from[t + 1];
    at[64] = from[t + 2];
    at[96] = from[t + 3];
  }
}
void run(const float *from, float *to, int rows, int matrices, long cols, unsigned long row, unsigned long matrix) {
  dequantize<<<dim3(rows, cols / 256, matrices), 64>>>(from, to, cols, row, matrix);
}
