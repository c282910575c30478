__global__ void number(int *x) {
  int lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  x[lane] = threadIdx.x; // race: 4
}
