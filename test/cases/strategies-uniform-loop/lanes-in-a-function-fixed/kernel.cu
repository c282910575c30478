__device__ int warp_max(int v) {
  for (int o = 16; o > 0; o >>= 1) v = max(v, __shfl_xor_sync(0xffffffffu, v, o));
  return v;
}
__global__ void lanes_in_a_function(const int *in, int *out) {
  int most = 0;
  for (int base = 0; base < 100; base += 64) {
    const int i = base + threadIdx.x;
    const bool active = i < 100;
    const auto result = warp_max(active ? in[i] : 0);
    if (active) {
      most = max(most, result);
    }
  }
  out[threadIdx.x] = most;
}
