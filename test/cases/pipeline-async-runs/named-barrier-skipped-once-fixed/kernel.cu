__device__ void meet(int id) { asm volatile("bar.sync %0, 64;" :: "r"(id) : "memory"); }
__device__ void signal(int id) { asm volatile("bar.arrive %0, 64;" :: "r"(id) : "memory"); }
__global__ void hand_on(const float *in, float *out, int n) {
  __shared__ float s[32];
  int t = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; i++) {
      if (i > 0) meet(2);
      s[t] = in[i * 32 + t];
      signal(1);
    }
  } else {
    float sum = 0;
    for (int i = 0; i < n; i++) {
      meet(1);
      sum += s[31 - t];
      if (i + 1 < n) signal(2);
    }
    out[t] = sum;
  }
}
