// The last step is left out unless the first element says otherwise.
__global__ void sums(const int *in, int *out, int last) {
  if (in[0] == 7) last = 0;
  int sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int distance = 16; distance > last; distance /= 2) sum += __shfl_xor_sync(0xffffffff, sum, distance);
  out[blockIdx.x * 2 + threadIdx.x / 32] = sum; // race: 6
}
