#include <cstdint>
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void await(uint64_t *bar, unsigned parity) {
  asm volatile("{ .reg .pred p; W: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra D; bra W; D: }" :: "r"(shared(bar)), "r"(parity) : "memory");
}
__device__ void arrive(uint64_t *bar) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(shared(bar)) : "memory"); }
__global__ void attend(const float *keys, const float *values, float *out, int n) {
  __shared__ float ks[2][32], vs[2][32];
  __shared__ uint64_t full[2], empty[2];
  int warp = threadIdx.x / 32, t = threadIdx.x % 32;
  if (threadIdx.x < 2) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" :: "r"(shared(&full[threadIdx.x])));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" :: "r"(shared(&empty[threadIdx.x])));
  }
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; i++) {
    if (warp == 0) {
      await(&empty[i % 2], (i / 2 + 1) % 2);
      ks[i % 2][t] = keys[i * 32 + t];
      vs[i % 2][t] = values[i * 32 + t];
      arrive(&full[i % 2]);
    } else {
      await(&full[i % 2], i / 2 % 2);
      for (int j = 0; j < 32; j++) sum += ks[i % 2][j] * vs[i % 2][(j + warp) % 32];
      arrive(&empty[i % 2]);
    }
  }
  if (warp > 0) out[threadIdx.x - 32] = sum;
}
