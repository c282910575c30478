__global__ void number(int *x) {
  int lane, below;
  asm("{ .reg .u32 r; mov.u32 r, %%laneid; mov.u32 %0, r; }" : "=r"(lane));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  x[lane] = below;
}
