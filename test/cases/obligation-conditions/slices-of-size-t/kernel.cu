#include <cstddef>
__global__ void update(float *p, float *m, size_t n, ptrdiff_t p_stride, ptrdiff_t m_stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p += blockIdx.y * p_stride;
  m += blockIdx.y * m_stride;
  if (i >= n) return;
  float old = m[i];  // race: 8
  m[i] = old * 2;    // race: 7, 8
  p[i] = old;        // race: 9
}
