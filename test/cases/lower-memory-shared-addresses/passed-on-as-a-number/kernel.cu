__device__ int read(unsigned at) {
  int v;
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(v) : "r"(at) : "memory");
  return v;
}
__global__ void k(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;  // race: 3
  out[t] = read(__cvta_generic_to_shared(&s[63 - t]));
}
