__global__ void choose(unsigned *out) {
  unsigned t = threadIdx.x;
  unsigned at;
  asm("{ .reg .pred p; setp.lt.u32 p, %1, 32; selp.u32 %0, %1, 7, p; }" : "=r"(at) : "r"(t), "r"(t + 64));
  out[at] = t; // race: 5
}
