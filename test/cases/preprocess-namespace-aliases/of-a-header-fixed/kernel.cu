// The alias has a name of its own, and stands in the kernel.
#include <cooperative_groups.h>

__global__ void of_a_header(int *out) {
  namespace groups = cooperative_groups;
  __shared__ int s[64];
  groups::thread_block block = groups::this_thread_block();
  s[threadIdx.x] = threadIdx.x;
  groups::sync(block);
  out[threadIdx.x] = s[63 - threadIdx.x];
}

void host(int *out) { of_a_header<<<1, 64>>>(out); }
