__global__ void reverse(int *out) {
  __shared__ int s[64];
  int ones;
  s[threadIdx.x] = 1;
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }" : "=r"(ones) : "r"(1));
  out[threadIdx.x] = s[63 - threadIdx.x] + ones;
}
