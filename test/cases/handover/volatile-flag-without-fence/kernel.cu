// A flag that is volatile, and no atomic.
__global__ void pass(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    data[0] = 42;  // race: 11
    // no fence
    *flag = 1;
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (*flag == 0) {
    }
    // no fence
    out[0] = data[0];  // race: 4
  }
}
