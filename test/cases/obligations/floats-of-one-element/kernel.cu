__global__ void addBias(const float *__restrict__ a, const float *__restrict__ bias, float *__restrict__ c, float scale) {
  __shared__ float own[128];
  int column = threadIdx.x, row = threadIdx.y;
  own[column] = bias[column] * scale;
  __syncthreads();
  c[row * 128 + column] = own[column] + a[row * 128 + column];
}

void launch(const float *a, const float *b, float *c, float scale) { addBias<<<1, dim3(128, 4)>>>(a, b, c, scale); }
