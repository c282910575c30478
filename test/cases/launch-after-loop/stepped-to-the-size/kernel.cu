// the instance goes by steps of BLOCK, which must be the block that the host steps to
template <int COLS, int BLOCK> __global__ void scale(const float *x, float *out) {
  __shared__ float row[COLS];
  for (int c0 = 0; c0 < COLS; c0 += BLOCK) {
    const int c = c0 + threadIdx.x;
    if (c < COLS)
      row[c] = x[blockIdx.x * COLS + c] + c0; // race: 7
  }
  __syncthreads();
  for (int c = threadIdx.x; c < COLS; c += blockDim.x)
    out[blockIdx.x * COLS + c] = row[c];
}

void run(const float *__restrict__ x, float *__restrict__ out, int cols, int rows) {
  int threads = 32;
  while (threads < cols && threads < 1024) threads *= 2;
  switch (cols) {
    case 64: scale<64, 32><<<rows, threads>>>(x, out); break;
  }
}
