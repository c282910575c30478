/** Where the keys of each tile begin in a list that is sorted by tile, which the upper half of a key names. */
__global__ void boundaries(const unsigned long long *keys, int count, int *first, int *last) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= count) return;
  unsigned tile = keys[k] >> 32;
  if (k == 0 || (unsigned)(keys[k - 1] >> 32) != tile) first[tile] = k; // race: 6
  if (k == count - 1 || (unsigned)(keys[k + 1] >> 32) != tile) last[tile] = k; // race: 7
}
