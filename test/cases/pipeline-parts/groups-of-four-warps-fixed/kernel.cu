__device__ void meet(int number, int threads) { asm volatile("barrier.sync %0, %1;" :: "r"(number), "r"(threads) : "memory"); }

__global__ void sums(const int *a, int *out, int turns) {
  __shared__ int s[256];
  int t = threadIdx.x, group = t / 128, at = t % 128;
  for (int k = 0; k < turns; k++) {
    s[t] = a[k * 256 + t];
    meet(1 + group, 128);
    for (int d = 64; d > 0; d /= 2) {
      if (at < d)
        s[t] += s[t + d];
      meet(1 + group, 128);
    }
    if (at == 0) out[k * 2 + group] = s[t];
  }
}
void run(const int *a, int *out, int turns) { sums<<<1, 256>>>(a, out, turns); }
