__global__ void k(int *g) {
  int t = threadIdx.x;
  g[t] = ({ __typeof__(g[0]) mine = g[t]; g[64 + t] = t; mine += 1; mine; });
}
