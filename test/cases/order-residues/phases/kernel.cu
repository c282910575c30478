__global__ void pass(int *slot, int *full, int *out, int n) {
  if (threadIdx.x != 0) return;
  int phase = 0;
  for (int i = 0; i < n; i++) {
    int mine = blockIdx.x == 0 ? phase : phase;
    while (atomicAdd(full, 0) != 2 * mine + (int)0) { }
    __threadfence();
    if (blockIdx.x == 0) slot[0] = i;  // race: 9
    else out[i] = slot[0];
    __threadfence();
    atomicAdd(full, phase == 1 && blockIdx.x == 1 ? -3 : 1);
    phase = 1 - phase;
  }
}
