__global__ void publish(int *flag, int *out) {
  int seen, old;
  asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
  asm volatile("atom.add.global.u32 %0, [%1 + 4], 1;" : "=r"(old) : "l"(flag) : "memory");
  asm volatile("red.global.max.s32 [%0+8], %1;" ::"l"(flag), "r"(seen) : "memory");
  out[threadIdx.x] = seen + old;
}
