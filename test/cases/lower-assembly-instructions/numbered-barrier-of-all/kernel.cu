__global__ void reverse(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  asm volatile("bar.sync 3, 64;" ::: "memory");
  out[t] = s[63 - t];
}
