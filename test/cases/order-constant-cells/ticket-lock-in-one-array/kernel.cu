__global__ void add(int *lock, int *sum, const int *in) {
  if (threadIdx.x == 0) {
    int mine = atomicAdd(&lock[0], 1);
    while (atomicAdd(&lock[1], 0) > mine) { }
    __threadfence();
    sum[0] += in[blockIdx.x];  // race: 6
    __threadfence();
    atomicAdd(&lock[1], 1);
  }
}
