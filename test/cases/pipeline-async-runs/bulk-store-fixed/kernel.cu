#include <cstdint>
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__global__ void store(const float *in, float *out, int n) {
  __shared__ alignas(128) float s[64];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    s[t] = in[i * 64 + t];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (t == 0) {
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" :: "l"(out + i * 64), "r"(shared(s)) : "memory");
      asm volatile("cp.async.bulk.commit_group;");
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
    __syncthreads();
  }
}
