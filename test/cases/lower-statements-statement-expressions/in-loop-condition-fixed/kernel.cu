#define SMALLER(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a < _b ? _a : _b; })

__global__ void k(int *g) {
  int t = threadIdx.x;
  for (int i = 0; i < SMALLER(t, 3); i++) g[4 * t + i] = t;
}
