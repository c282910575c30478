/** Two rows of a signed size, beside a barrier that threads do not come to. */
__global__ void rows(const int *in, int *out, int size) {
  __shared__ int s[64];
  unsigned k = blockIdx.x * 64 + threadIdx.x;
  if (k >= size) return;
  s[threadIdx.x] = in[k];
  __syncthreads(); // divergence
  out[k] = s[threadIdx.x & 62]; // race: 9
  out[k + size] = s[threadIdx.x | 1]; // race: 8
}
void host(const int *in, int *out, int size, int blocks) { rows<<<blocks, 64>>>(in, out, size); }
