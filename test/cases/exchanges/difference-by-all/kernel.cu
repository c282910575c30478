// The sum of each warp is stored by all of its lanes.
__device__ int combined(int a, int b) { return a - b; }

__global__ void sums(const int *in, int *out) {
  int sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  sum = combined(sum, __shfl_xor_sync(0xffffffff, sum, 16));
  sum = combined(sum, __shfl_xor_sync(0xffffffff, sum, 8));
  sum = combined(sum, __shfl_xor_sync(0xffffffff, sum, 4));
  sum = combined(sum, __shfl_xor_sync(0xffffffff, sum, 2));
  sum = combined(sum, __shfl_xor_sync(0xffffffff, sum, 1));
  out[blockIdx.x * 2 + threadIdx.x / 32] = sum; // race: 11
}
