#define GREATER(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })

__global__ void k(int *g) {
  int t = threadIdx.x;
  g[GREATER(t, 32)] = t; // race: 5
}
