#include <mma.h>
using namespace nvcuda;
__global__ void k(float *out) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 1.f);
  if (threadIdx.x < 32) wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
  out[256 + threadIdx.x] = 1;
}
