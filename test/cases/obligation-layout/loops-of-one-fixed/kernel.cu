#include <cassert>
template <int Cols, int Rows> __global__ void k(const float *in, float *dst, int sc, int ss, int col) {
  assert(sc >= (int)gridDim.x && ss >= (long long)sc * gridDim.y);
  float v = in[blockIdx.x * 7 + threadIdx.x];
  dst += blockIdx.z * ss + blockIdx.y * sc + blockIdx.x;
  for (int j = 0; j < Cols; j++)
    for (int i = 0; i < Rows; i++)
      if (threadIdx.x == i) dst[j * col + i] = v;
}
void launch(const float *in, float *dst, int sc, int ss, int col, dim3 grid) { k<1, 1><<<grid, 32>>>(in, dst, sc, ss, col); }
