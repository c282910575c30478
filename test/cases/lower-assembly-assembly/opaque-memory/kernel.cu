__global__ void store(int *x, int flag) {
  x[threadIdx.x] = 0;
  asm volatile("{ .reg .pred p; setp.eq.s32 p, %1, 0; @p st.global.s32 [%0], 1; }" ::"l"(x), "r"(flag) : "memory");
}
