__global__ void slots(int *list, int *count, const int *in) {
  int at = atomicAdd(count, 1);
  if (in[at & 63] > 0) atomicSub(count, 1);
  list[at] = threadIdx.x; // race: 4
}
