__global__ void pairs(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;  // race: 6
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[t] = s[t ^ 64];
}
void run(int *out) { pairs<<<1, 128>>>(out); }
