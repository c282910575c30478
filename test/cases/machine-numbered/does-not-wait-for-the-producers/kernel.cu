// PTX ISA, bar: "Operand b specifies the number of threads participating in the barrier."
__global__ void hand_over(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = in[t];  // race: 10
    asm volatile("bar.arrive 2, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 32;" ::: "memory");
    out[t] = s[t - 32];
  }
}
void run(const int *in, int *out) { hand_over<<<1, 64>>>(in, out); }
