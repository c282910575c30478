__global__ void fill(int *x) {
  int t = threadIdx.x;
  asm volatile("st.global.v4.s32 [%0], {%1, %1, %1, %1};" ::"l"(x + 2 * t), "r"(t) : "memory"); // race: 3
}
