/** Each thread counts in a row of its own. */
__global__ void count(const int *id, int *out, int n, int kinds) {
  extern __shared__ int counts[];
  for (int k = 0; k < kinds; k++) counts[threadIdx.x * kinds + k] = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (id[i] >= 0 && id[i] < kinds) counts[threadIdx.x * kinds + id[i]] += 1;
  }
  __syncthreads();
  for (int k = threadIdx.x; k < kinds; k += blockDim.x) out[k] = counts[k];
}
void host(const int *id, int *out, int n, int kinds) {
  count<<<1, 64, 64 * kinds * sizeof(int)>>>(id, out, n, kinds);
}
