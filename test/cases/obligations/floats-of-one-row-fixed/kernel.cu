__global__ void addBias(const float *__restrict__ a, const float *__restrict__ bias, float *__restrict__ c) {
  __shared__ float own[512];
  int column = threadIdx.x, row = threadIdx.y;
  own[row * 128 + column] = bias[row * 128 + column];
  __syncthreads();
  c[row * 128 + column] = own[row * 128 + column] + a[row * 128 + column];
}

void launch(const float *a, const float *b, float *c) { addBias<<<1, dim3(128, 4)>>>(a, b, c); }
