#include <cstdint>
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__global__ void load(float *out, const float *in) {
  __shared__ alignas(128) float s[64];
  __shared__ alignas(8) uint64_t bar;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(shared(&bar)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" :: "r"(shared(&bar)) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" :: "r"(shared(s)), "l"(in + blockIdx.x * 64), "r"(shared(&bar)) : "memory");
  }
  asm volatile("{\n.reg .pred over;\nask:\nmbarrier.try_wait.parity.shared::cta.b64 over, [%0], 0;\n@!over bra ask;\n}" :: "r"(shared(&bar)) : "memory");
  out[blockIdx.x * 64 + threadIdx.x] = 2 * s[threadIdx.x];
}
void run(float *out, const float *in) { load<<<4, 64>>>(out, in); }
