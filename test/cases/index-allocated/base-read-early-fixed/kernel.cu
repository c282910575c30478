__global__ void compact(const int *in, int *out, int *count, int n) {
  __shared__ int kept, base;
  int i = blockIdx.x * 64 + threadIdx.x;
  if (threadIdx.x == 0) kept = 0;
  __syncthreads();
  bool keeps = i < n && in[i] > 0;
  int at = keeps ? atomicAdd(&kept, 1) : 0;
  __syncthreads();
  if (threadIdx.x == 0) base = atomicAdd(count, kept);
  __syncthreads();
  if (keeps) out[base + at] = in[i];
}
