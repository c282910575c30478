#include <cassert>
#include <cstddef>
__global__ void update(float *p, float *m, size_t n, ptrdiff_t p_stride, ptrdiff_t m_stride) {
  assert(m_stride >= 0 && m_stride >= n && p_stride >= 0 && p_stride >= n);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p += blockIdx.y * p_stride;
  m += blockIdx.y * m_stride;
  if (i >= n) return;
  float old = m[i];
  m[i] = old * 2;
  p[i] = old;
}
