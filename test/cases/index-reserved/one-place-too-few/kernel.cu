__global__ void pack(int *out, int *n, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned lane = threadIdx.x % 32, m = __ballot_sync(~0u, in[i] > 0);
  int base = 0;
  if (lane == 0) base = atomicAdd(n, __popc(m) - 1);
  base = __shfl_sync(~0u, base, 0);
  if (in[i] > 0) out[base + __popc(m & ((1u << lane) - 1))] = i; // race: 7
}
