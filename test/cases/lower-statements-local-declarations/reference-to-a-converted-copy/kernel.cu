__global__ void mark(int *out) {
  int i = threadIdx.x;
  const long &first = i;
  const unsigned char &low = i;
  i = 0;
  out[first + 64 * i] = 1;
  out[low + 64] = threadIdx.x;
}
