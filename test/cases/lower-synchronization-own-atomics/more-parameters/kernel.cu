__device__ double atomicAdd(double *p, double v, bool negate) {
  unsigned long long *bits = (unsigned long long *)p;
  unsigned long long old = *bits, seen;
  do {
    seen = old;
    double sum = __longlong_as_double(seen) + (negate ? -v : v);
    old = atomicCAS(bits, seen, __double_as_longlong(sum));
  } while (seen != old);
  return __longlong_as_double(old);
}
__global__ void total(double *sum, const double *x) { atomicAdd(sum, x[threadIdx.x], true); }
void run(double *sum, const double *x) { total<<<8, 64>>>(sum, x); }
