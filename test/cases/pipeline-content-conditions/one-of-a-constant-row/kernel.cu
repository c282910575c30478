/** Rows of sixteen counters, of which bytes choose one. */
__global__ void count(const unsigned char *id, int *out, int n) {
  __shared__ int counts[64][16];
  for (int k = 0; k < 16; k++) counts[threadIdx.x][k] = 0;  // race: 5
  for (int i = threadIdx.x; i < n; i += 64) counts[threadIdx.x][id[i]] += 1;  // race: 4, 5
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = counts[0][threadIdx.x];
}
void host(const unsigned char *id, int *out, int n) { count<<<1, 64>>>(id, out, n); }
