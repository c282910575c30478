__device__ void __barrier_sync(unsigned id);
__device__ void __barrier_sync_count(unsigned id, unsigned count);
__global__ void shift(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __barrier_sync_count(1, 64);
  int v = s[63 - threadIdx.x];
  __barrier_sync(0);
  s[threadIdx.x] = v;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x / 2];
}
