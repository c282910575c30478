__global__ void words(const int *lengths, const char *text, unsigned short *out) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int length = lengths[k] < 32 ? lengths[k] : 32;
  for (int i = 0; i < length; i++) out[k * 32 + i] = text[k * 32 + i] + k;
}
void host(const int *lengths, const char *text, unsigned short *out) { words<<<16, 64>>>(lengths, text, out); }
