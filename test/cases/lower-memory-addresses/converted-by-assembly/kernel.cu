__device__ unsigned sharedAddress(const void *pointer) {
  unsigned at;
  asm("{ .reg .u64 wide; cvta.to.shared.u64 wide, %1; cvt.u32.u64 %0, wide; }" : "=r"(at) : "l"(pointer));
  return at;
}

__global__ void shift(unsigned *out) {
  __shared__ unsigned tile[65];
  unsigned t = threadIdx.x;
  unsigned at = sharedAddress(tile);
  at += 4 * t;
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(t) : "memory"); // race: 14
  unsigned next;
  asm volatile("ld.shared.u32 %0, [%1 + 4];" : "=r"(next) : "r"(at) : "memory");
  out[t] = next;
}
