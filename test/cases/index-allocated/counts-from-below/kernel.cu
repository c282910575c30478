__global__ void keep_positive(const int *in, int *out, int *count, int n) {
  __shared__ int found;
  __shared__ int start;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) found = -1;
  __syncthreads();
  bool keep = i < n && in[i] > 0;
  int own = 0;
  if (keep) own = atomicAdd(&found, 1);
  __syncthreads();
  if (threadIdx.x == 0) start = atomicAdd(count, found);
  __syncthreads();
  if (keep) out[start + own + 1] = in[i];  // race: 13
}
