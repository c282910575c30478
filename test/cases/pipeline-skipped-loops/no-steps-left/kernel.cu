// A scan over the steps of a sequence, whose state is handed to another thread after it; the barriers stand in the loop.
__global__ void scan_steps(float *out, const float *state, const float *steps, long long count) {
  __shared__ float tile[128];
  int t = threadIdx.x;
  const size_t n = count;
  tile[t] = state[t];
  float sum = 0;
  for (size_t i = 0; i < n; i++) {
    sum += steps[i * 128 + t];
    if (i > 0) __syncthreads();
  }
  out[t] = tile[127 - t] + sum; // race: 6
}
void run(float *out, const float *state, const float *steps, long long count) { scan_steps<<<1, 128>>>(out, state, steps, count); }
