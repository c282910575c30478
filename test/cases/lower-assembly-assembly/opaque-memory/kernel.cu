__global__ void store(int *x, int flag) {
  x[threadIdx.x] = 0;
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; @p bra done; st.global.s32 [%0], 1; done: }" ::"l"(x), "r"(flag) : "memory");
}
