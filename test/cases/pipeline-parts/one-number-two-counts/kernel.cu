// PTX ISA, bar: "Different warps may execute different forms of the barrier{.cta} instruction using the same barrier name and thread count."
__global__ void turned(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
  asm volatile("bar.sync 1, 128;" ::: "memory");
  out[t] = s[127 - t];
}
void run(int *out) { turned<<<1, 128>>>(out); }
