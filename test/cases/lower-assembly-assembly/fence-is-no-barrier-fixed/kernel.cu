__global__ void reverse(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  asm volatile("bar.sync 0;" ::: "memory");
  out[threadIdx.x] = s[63 - threadIdx.x];
}
