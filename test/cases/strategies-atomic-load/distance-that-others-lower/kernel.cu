__global__ void relax(const int *from, const int *to, const int *w, int *dist, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m) return;
  int near = dist[from[e]] + w[e]; // race: 5
  if (near < dist[to[e]]) dist[to[e]] = near; // race: 5
}
