// PTX ISA, bar: "When a barrier completes, the waiting threads are restarted without delay, and the barrier is reinitialized so that it can be
// immediately reused."
__global__ void twice(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  for (int d = 1; d < 64; d *= 2) {
    if (t < 64) {
      s[t] = d + t;
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[t] += s[t ^ d];
      asm volatile("bar.sync 1, 64;" ::: "memory");
    }
  }
}
void run(int *out) { twice<<<1, 128>>>(out); }
