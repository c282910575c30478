__global__ void pack(int *out, int *n, const int *in, int count) {
  unsigned lane = threadIdx.x % 32;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 4 * count; i += gridDim.x * blockDim.x) {
    bool keep = i < count && in[i] > 0;
    unsigned m = __ballot_sync(~0u, keep);
    if (m == 0) continue;
    int leader = __ffs(m) - 1, base;
    if (lane == leader) base = atomicAdd(n, __popc(m));
    base = __shfl_sync(~0u, base, leader);
    if (keep) out[base + __popc(m & ((1u << lane) - 1))] = i;
  }
}
