__global__ void exchange(const int *in, int *data, int *flag, int *out) {
  int b = blockIdx.x;
  data[b * 32 + threadIdx.x] = in[b * 32 + threadIdx.x];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) atomicExch(&flag[b], 1);
  if (threadIdx.x == 0 && b > 0) {
    while (atomicAdd(&flag[b - 1], 0) == 0) { }
    __threadfence();
  }
  __syncthreads();
  if (b > 0) out[b * 32 + threadIdx.x] = data[(b - 1) * 32 + 31 - threadIdx.x];
}
