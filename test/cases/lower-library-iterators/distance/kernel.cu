#include <cuda/std/iterator>

__global__ void mark(int *out) {
  int *own = cuda::std::next(out, threadIdx.x / 2);
  out[cuda::std::distance(out, own)] = threadIdx.x;  // race: 5
}

void host(int *out) { mark<<<1, 64>>>(out); }
