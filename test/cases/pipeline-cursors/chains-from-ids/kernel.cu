__global__ void jump(const int *next, int *owner) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int at = k;
  for (int turn = 0; turn < 4; turn++) {
    owner[at] = k; // race: 5
    at = next[at];
  }
}
void host(const int *next, int *owner) { jump<<<16, 64>>>(next, owner); }
