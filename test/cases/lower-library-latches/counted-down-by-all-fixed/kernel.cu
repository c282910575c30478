// not compiled by nvcc: libcu++'s latch has no default constructor, so code makes it with `new (place)`, which is not followed yet
#include <cuda/latch>
// Threads of the second warp read what those of the first one stored.
__global__ void pass(const int *in, int *out) {
  __shared__ cuda::latch<cuda::thread_scope_block> stored;
  __shared__ int s[32];
  if (threadIdx.x == 0) init(&stored, 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    s[threadIdx.x] = in[threadIdx.x];
    stored.count_down();
  } else {
    stored.wait();
    out[threadIdx.x] = s[63 - threadIdx.x];
  }
}
