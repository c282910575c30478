// Groups of eight lanes sum up what they load, and each stores its sum.
__global__ void groups(const int *in, int *out) {
  int sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int distance = 4; distance > 0; distance >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, distance);
  out[(blockIdx.x * blockDim.x + threadIdx.x) / 8] = sum;
}
