__global__ void relax(const int *to, const int *cost, int *dist, int *changed) {
  int t = threadIdx.x, v = to[t], next = cost[t];
  int old = atomicMin(&dist[v], next);
  if (next < old) {
    changed[t] = 1;
  }
}
void run(const int *to, const int *cost, int *dist, int *changed) { relax<<<1, 64>>>(to, cost, dist, changed); }
