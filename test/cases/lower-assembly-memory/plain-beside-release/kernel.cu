__global__ void publish(int *flag, int *out) {
  asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
  out[threadIdx.x] = *flag; // race: 2
}
