__global__ void next(const int *in, int *out) {
  int t = threadIdx.x;
  int other = __shfl_down_sync(0xffffffffu, in[t], 1);
  out[t / 32] = other;  // race: 4
}

void run(const int *in, int *out) { next<<<1, 256>>>(in, out); }
