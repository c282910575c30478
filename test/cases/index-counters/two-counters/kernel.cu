__global__ void split(int *list, int *counts, const int *in) {
  int side = in[threadIdx.x] > 0 ? 0 : 1;
  int at = 0;
  if (side == 0) at = atomicAdd(&counts[0], 1);
  else at = atomicAdd(&counts[1], 1);
  list[at] = threadIdx.x; // race: 6
}
