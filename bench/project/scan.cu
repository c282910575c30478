// Inclusive scan of a block's elements, by Hillis and Steele, with two buffers.
#define WIDTH 512

__global__ void scan_block(const int *in, int *out, int n) {
  __shared__ int buffer[2][WIDTH];
  int t = threadIdx.x;
  int i = blockIdx.x * WIDTH + t;
  int from = 0;
  buffer[from][t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int step = 1; step < WIDTH; step *= 2) {
    int to = 1 - from;
    buffer[to][t] = t >= step ? buffer[from][t] + buffer[from][t - step] : buffer[from][t];
    from = to;
    __syncthreads();
  }
  if (i < n) out[i] = buffer[from][t];
}

void scan_blocks(const int *in, int *out, int n) {
  scan_block<<<(n + WIDTH - 1) / WIDTH, WIDTH>>>(in, out, n);
}
