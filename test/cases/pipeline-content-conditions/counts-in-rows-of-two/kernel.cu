/** Two threads count in one row: bounds on the elements are beside the point. */
__global__ void count(const int *id, int *out, int n, int kinds) {
  extern __shared__ int counts[];
  for (int k = 0; k < kinds; k++) counts[threadIdx.x * kinds + k] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) counts[threadIdx.x / 2 * kinds + id[i]] += 1;  // race: 6
  __syncthreads();
  for (int k = threadIdx.x; k < kinds; k += blockDim.x) out[k] = counts[k];
}
void host(const int *id, int *out, int n, int kinds) {
  count<<<1, 64, 64 * kinds * sizeof(int)>>>(id, out, n, kinds);
}
