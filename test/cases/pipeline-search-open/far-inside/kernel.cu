__global__ void response(float *score, const float *x, const float *y, unsigned count, unsigned width, unsigned height) {
  __shared__ float sum[128];
  unsigned f = blockIdx.x * 128 + threadIdx.x;
  if (f >= count) return;
  unsigned row = (unsigned)roundf(y[f]), column = (unsigned)roundf(x[f]);
  unsigned radius = (unsigned)ceilf(31.0f * sqrtf(2.0f) / 2.0f);
  if (column < radius || row < radius || column >= width - radius || row >= height - radius) return;
  sum[threadIdx.x] = score[f];
  __syncthreads(); // divergence
  score[f] = sum[threadIdx.x];
}
