__global__ void pack(const long *offsets, const int *lengths, const unsigned *text, unsigned *packed) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  long word = offsets[k] / 16;
  long end = offsets[k] + lengths[k];
  for (long i = offsets[k]; i < end; i += 16) packed[word++] = text[i] << 8 | k; // race: 5
}
void host(const long *offsets, const int *lengths, const unsigned *text, unsigned *packed) { pack<<<16, 64>>>(offsets, lengths, text, packed); }
