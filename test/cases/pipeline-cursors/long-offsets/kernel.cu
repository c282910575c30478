__global__ void words(const long *offsets, const int *lengths, const char *text, unsigned short *out) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int start = offsets[k];
  int end = start + lengths[k];
  for (int i = start; i < end; i++) out[i] = text[i] + k; // race: 5
}
void host(const long *offsets, const int *lengths, const char *text, unsigned short *out) { words<<<16, 64>>>(offsets, lengths, text, out); }
