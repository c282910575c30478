__global__ void keep_two(const int *in, int *out, int *count, int n) {
  __shared__ int found;
  __shared__ int start;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  int own = -1;
  if (i < n && in[i] > 0) own = atomicAdd(&found, 1);
  __syncthreads();
  if (threadIdx.x == 0) start = atomicAdd(count, found);
  __syncthreads();
  if (i < n && in[i] < 0) own = atomicAdd(&found, 1);
  if (own >= 0) out[start + own] = in[i];  // race: 13
}
