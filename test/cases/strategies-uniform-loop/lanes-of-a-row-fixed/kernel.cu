__global__ void lanes_of_a_row(const int *in, int *out) {
  int lane = threadIdx.x % 32, sum = 0;
  for (int i = lane; __any_sync(0xffffffffu, i < 100); i += 32) {
    const bool active = i < 100;
    const int other = __shfl_sync(0xffffffffu, sum, 0);
    if (active) {
      sum += in[i] * other;
    }
  }
  out[threadIdx.x] = sum;
}
