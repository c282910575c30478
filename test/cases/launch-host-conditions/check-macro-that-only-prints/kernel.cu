__global__ void spread(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x; // race: 2
}

#include <cstdio>
#define NEED(c) do { if (!(c)) printf("%s\n", #c); } while (0)
void run(int *out, int n) {
  NEED(n >= 128);
  spread<<<1, 128>>>(out, n);
}
