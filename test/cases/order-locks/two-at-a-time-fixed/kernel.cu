__global__ void transfer(int *balance, int *locks, const int *from, const int *to) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  int a = from[g], b = to[g];
  if (a == b) return;
  int low = a < b ? a : b, high = a < b ? b : a;
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[low], 0, 1) == 0) {
      if (atomicCAS(&locks[high], 0, 1) == 0) {
        __threadfence();
        balance[a] -= 1;
        balance[b] += 1;
        __threadfence();
        atomicExch(&locks[high], 0);
        done = true;
      }
      atomicExch(&locks[low], 0);
    }
  }
}
