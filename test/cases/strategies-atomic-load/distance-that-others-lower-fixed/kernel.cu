__global__ void relax(const int *from, const int *to, const int *w, int *dist, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m) return;
  int near = atomicAdd(&dist[from[e]], 0) + w[e];
  atomicMin(&dist[to[e]], near);
}
