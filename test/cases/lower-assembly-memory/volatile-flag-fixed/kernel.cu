__global__ void pass(int *data, int *out) {
  if (threadIdx.x > 0) return;
  if (blockIdx.x == 0) {
    data[0] = 7;
    asm volatile("membar.gl;" ::: "memory");
    asm volatile("st.volatile.global.s32 [%0], 1;" :: "l"(data + 1) : "memory");
  } else {
    int seen;
    do { asm volatile("ld.volatile.global.s32 %0, [%1];" : "=r"(seen) : "l"(data + 1) : "memory"); } while (seen == 0);
    asm volatile("membar.gl;" ::: "memory");
    out[0] = data[0];
  }
}
