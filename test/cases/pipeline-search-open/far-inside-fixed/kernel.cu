__global__ void response(float *score, const float *x, const float *y, unsigned count, unsigned width, unsigned height) {
  __shared__ float sum[128];
  unsigned f = blockIdx.x * 128 + threadIdx.x;
  unsigned row = f < count ? (unsigned)roundf(y[f]) : 0, column = f < count ? (unsigned)roundf(x[f]) : 0;
  unsigned radius = (unsigned)ceilf(31.0f * sqrtf(2.0f) / 2.0f);
  bool inside = f < count && column >= radius && row >= radius && column < width - radius && row < height - radius;
  sum[threadIdx.x] = inside ? score[f] : 0.0f;
  __syncthreads();
  if (inside) score[f] = sum[threadIdx.x];
}
