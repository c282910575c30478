__global__ void passed(int *flag, int *data, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 1;
    __threadfence();
    atomicExch(flag, 1);
  } else if (blockIdx.x == 1) {
    while (atomicAdd(flag, 0) != 1) { }
    asm volatile("st.relaxed.gpu.global.s32 [%0], 2;" ::"l"(flag) : "memory");
  } else if (blockIdx.x == 2) {
    while (atomicAdd(flag, 0) != 2) { }
    __threadfence();
    out[0] = data[0];  // race: 4
  }
}
