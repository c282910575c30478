/** Two rows of a signed size, beside a barrier that all threads come to. */
__global__ void rows(const int *in, int *out, int size) {
  __shared__ int s[64];
  unsigned k = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = in[k];
  __syncthreads();
  if (k >= size) return;
  out[k] = s[threadIdx.x & 62];
  out[k + size] = s[threadIdx.x | 1];
}
void host(const int *in, int *out, int size, int blocks) {
  if (size >= 0) rows<<<blocks, 64>>>(in, out, size);
}
