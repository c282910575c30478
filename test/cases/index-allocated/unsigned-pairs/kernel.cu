__global__ void split_pairs(const float *in, float *out, unsigned *count, int n) {
  __shared__ unsigned found, start;
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + tid;
  if (tid == 0) found = 0;
  __syncthreads();
  bool keep = i < n && in[i] > 0.0f;
  unsigned own;
  if (keep) own = atomicAdd(&found, 2u);
  __syncthreads();
  if (tid == blockDim.x - 1) {
    unsigned total = found;
    start = atomicAdd(&count[0], total);
  }
  __syncthreads();
  if (keep) {
    out[start + own] = in[i];
    out[start + own + 1] = -in[i];
  }
}
