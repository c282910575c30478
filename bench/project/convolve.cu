// A row filter with its halo in shared memory.
#define RADIUS 4
#define BLOCK 128

__constant__ float weights[2 * RADIUS + 1];

__global__ void convolve_row(const float *in, float *out, int n) {
  __shared__ float row[BLOCK + 2 * RADIUS];
  int t = threadIdx.x;
  int i = blockIdx.x * BLOCK + t;
  row[t + RADIUS] = i < n ? in[i] : 0.0f;
  if (t < RADIUS) {
    row[t] = i >= RADIUS ? in[i - RADIUS] : 0.0f;
    row[t + RADIUS + BLOCK] = i + BLOCK < n ? in[i + BLOCK] : 0.0f;
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = -RADIUS; k <= RADIUS; k++) sum += row[t + RADIUS + k] * weights[k + RADIUS];
  if (i < n) out[i] = sum;
}

void convolve(const float *in, float *out, int n) {
  convolve_row<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
}
