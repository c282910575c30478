__global__ void pass_on(const int *in, int *out, int *ring, volatile int *head, volatile int *tail) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (int i = 0; i < 64; i++) {
      while (*tail <= i - 16) {}
      __threadfence();
      ring[i & 15] = in[i];
      __threadfence();
      *head = i + 1;
    }
  } else {
    for (int i = 0; i < 64; i++) {
      while (*head <= i) {}
      __threadfence();
      out[i] = ring[i & 15];
      __threadfence();
      *tail = i + 1;
    }
  }
}
