// y = a x + y
__global__ void saxpy(float a, const float *x, float *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];
}

void run_saxpy(float a, const float *x, float *y, int n) {
  saxpy<<<128, 256>>>(a, x, y, n);
}
