#include <cstdint>
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void await(uint64_t *bar, unsigned parity) {
  asm volatile("{ .reg .pred p; W: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra D; bra W; D: }" :: "r"(shared(bar)), "r"(parity) : "memory");
}
__global__ void load(const float *in, float *out, int n) {
  __shared__ alignas(128) float s[3][32];
  __shared__ uint64_t full[3], empty[3];
  int t = threadIdx.x;
  if (t == 0)
    for (int k = 0; k < 3; k++) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(shared(&full[k])));
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" :: "r"(shared(&empty[k])));
    }
  __syncthreads();
  if (t == 32) {
    for (int i = 0; i < n; i++) {
      if (i >= 3) await(&empty[i % 3], (i / 3 - 1) % 2);
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" :: "r"(shared(&full[i % 3])) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" :: "r"(shared(s[i % 3])), "l"(in + i * 32), "r"(shared(&full[i % 3])) : "memory");
    }
  } else if (t < 32) {
    float sum = 0;
    for (int i = 0; i < n; i++) {
      await(&full[i % 3], i / 3 % 2);
      sum += s[i % 3][31 - t];
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(shared(&empty[i % 3])) : "memory");
    }
    out[t] = sum;
  }
}
