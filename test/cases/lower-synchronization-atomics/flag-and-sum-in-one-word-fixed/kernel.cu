__global__ void scan(const int *in, unsigned long long *state, int *out) {
  if (threadIdx.x != 0) return;
  int b = blockIdx.x, before = 0;
  if (b > 0) {
    unsigned long long seen;
    while (((seen = atomicAdd(&state[b - 1], 0ull)) >> 32) == 0) { }
    before = (int)seen;
  }
  atomicExch(&state[b], 1ull << 32 | (unsigned)(before + in[b]));
  out[b] = before;
}
