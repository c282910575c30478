#include <cstdlib>
__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
namespace out { void exit(const char *text); }
void run(int *d, int n) {
  if (n < 256) exit(1);
  put<<<1, 256>>>(d, n);
}
