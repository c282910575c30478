#include <cassert>
// The smaller of two doubles, kept by compare-and-swap on their bits.
__device__ void keep_min(double *at, double value) {
  unsigned long long *bits = (unsigned long long *)at;
  unsigned long long old = atomicAdd(bits, 0ull);
  while (__longlong_as_double(old) > value) {
    unsigned long long tested = old;
    old = atomicCAS(bits, tested, __double_as_longlong(value));
    if (old == tested) break;
  }
}
__global__ void smallest(double *result) {
  double mine = 4.0 - blockIdx.x * 1.5;
  keep_min(result, mine);
  assert(__longlong_as_double(atomicAdd((unsigned long long *)result, 0ull)) <= mine);
}
void host(double *result) { smallest<<<2, 1>>>(result); }
