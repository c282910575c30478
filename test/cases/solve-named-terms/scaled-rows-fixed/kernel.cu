__global__ void scale(const float *in, float *out, float ratio) {
  extern __shared__ float tile[];
  int left = floorf(blockIdx.x * ratio);
  int right = ceilf((blockIdx.x + 1) * ratio);
  int width = right - left;
  for (int row = threadIdx.y; row < width; row += blockDim.y) {
    for (int j = threadIdx.x; j < width; j += blockDim.x) tile[row * width + j] = in[left + j];
  }
  __syncthreads();
  if (threadIdx.y == 0) out[blockIdx.x * blockDim.x + threadIdx.x] = tile[0];
}

void launch(const float *in, float *out) { scale<<<16, dim3(16, 4), 65536>>>(in, out, 16.0f); }
