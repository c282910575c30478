#include <cstdint>
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ bool isOver(uint64_t *bar, unsigned parity) {
  unsigned over;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(over) : "r"(shared(bar)), "r"(parity) : "memory");
  return over != 0;
}
__global__ void turn(int *out, const int *in) {
  __shared__ uint64_t bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" :: "r"(shared(&bar)));
  __syncthreads();
  s[t] = in[t];  // race: 18
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(shared(&bar)) : "memory");
  bool peeked = isOver(&bar, 0);
  if (peeked) while (!isOver(&bar, 0)) {}
  out[t] = s[63 - t];
}
