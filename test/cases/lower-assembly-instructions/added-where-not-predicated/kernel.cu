__global__ void guarded(unsigned *out) {
  unsigned t = threadIdx.x;
  unsigned at = t;
  asm("{ .reg .pred p; setp.ge.u32 p, %1, 48; @!p add.u32 %0, %0, 16; }" : "+r"(at) : "r"(t));
  out[at] = t; // race: 5
}
