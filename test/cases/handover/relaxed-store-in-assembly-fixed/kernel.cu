__global__ void tell(const int *in, int *data, int *flag, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = in[0];
    asm volatile("st.release.gpu.global.s32 [%0], 1;" :: "l"(flag) : "memory");
  } else {
    int v;
    do asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory"); while (v == 0);
    out[0] = data[0];
  }
}
