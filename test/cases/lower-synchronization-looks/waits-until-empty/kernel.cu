#include <cstdint>
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ bool isOver(uint64_t *bar, unsigned parity) {
  unsigned over;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(over) : "r"(shared(bar)), "r"(parity) : "memory");
  return over != 0;
}
__global__ void pass(float *out, const float *in, int n) {
  __shared__ uint64_t full[2], empty[2];
  __shared__ float s[2][32];
  int t = threadIdx.x;
  if (t < 2) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" :: "r"(shared(&full[t])));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" :: "r"(shared(&empty[t])));
  }
  __syncthreads();
  for (int i = 0; i < n; i++) {
    if (t < 32) {
      for (int k = 0; k < 9 && !isOver(&empty[i % 2], (i / 2 & 1) ^ 1); k++) {}
      s[i % 2][t] = in[i * 32 + t];  // race: 24
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(shared(&full[i % 2])) : "memory");
    } else {
      while (!isOver(&full[i % 2], i / 2 & 1)) {}
      out[i * 32 + t - 32] = s[i % 2][63 - t];
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(shared(&empty[i % 2])) : "memory");
    }
  }
}
