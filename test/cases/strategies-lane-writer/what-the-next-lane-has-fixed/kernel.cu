__global__ void next(const int *in, int *out) {
  int t = threadIdx.x;
  int other = __shfl_down_sync(0xffffffffu, in[t], 1);
  out[t] = other;
}

void run(const int *in, int *out) { next<<<1, 256>>>(in, out); }
