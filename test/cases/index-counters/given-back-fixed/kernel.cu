__global__ void slots(int *list, int *count, int *unused, const int *in) {
  int at = atomicAdd(count, 1);
  if (in[at & 63] > 0) atomicAdd(unused, 1);
  list[at] = threadIdx.x;
}
